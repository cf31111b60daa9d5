// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Signal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    private static final String FULL =
            "finch-1:1:2 [0] include/alloc.h:1 NCCL WARN Cuda failure 2 'out of memory'\nfinch-1:1:2 [0] NCCL INFO a.cc:1 -> 1\n";

    @TempDir
    private Path folder;

    private static void tarMember(OutputStream out, String name, String content) throws IOException {
        byte[] header = new byte[512];
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        put(header, 0, name);
        put(header, 124, String.format("%011o", bytes.length));
        header[156] = '0';
        put(header, 257, "ustar");
        out.write(header);
        out.write(Arrays.copyOf(bytes, (bytes.length + 511) / 512 * 512));
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static byte[] tar() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        tarMember(out, "logs/quiet.log", "step 1\n");
        tarMember(out, "../../logs/full.log", FULL);
        out.write(new byte[1024]);
        return out.toByteArray();
    }

    private static Diagnosis diagnose(Path file) throws IOException {
        return Diagnoser.diagnose(Reading.all(Inputs.of(List.of(file), each -> true)));
    }

    @Test
    void readsMembersOfTar() throws IOException {
        Path file = Files.write(folder.resolve("job.tar"), tar());
        Diagnosis diagnosis = diagnose(file);
        assertThat(diagnosis.conclusions().getFirst().signal()).isEqualTo(Signal.RESOURCE_OOM);
        assertThat(diagnosis
                        .conclusions()
                        .getFirst()
                        .evidence()
                        .getFirst()
                        .source()
                        .file())
                .isEqualTo("job.tar/../../logs/full.log");
    }

    @Test
    void readsMembersOfPackedTar() throws IOException {
        Path file = folder.resolve("job.tar.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(tar());
        }
        assertThat(diagnose(file).conclusions().getFirst().signal()).isEqualTo(Signal.RESOURCE_OOM);
    }

    @Test
    void readsMembersOfZip() throws IOException {
        Path file = folder.resolve("job.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("a/full.log"));
            out.write(FULL.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
        assertThat(diagnose(file).conclusions().getFirst().signal()).isEqualTo(Signal.RESOURCE_OOM);
    }

    @Test
    void stopsAtALimitAndCountsWhatIsLeft() throws IOException {
        Path file = Files.write(folder.resolve("job.tar"), tar());
        Archive archive = Archive.unpack(file, Archive.head(file), 5);
        assertThat(archive.members()).hasSize(1);
        assertThat(Files.size(archive.members().getFirst().file())).isEqualTo(5);
        assertThat(archive.left()).isEqualTo(2);
    }

    @Test
    void readsWhatIsLeftOfADamagedOne() throws IOException {
        byte[] whole = tar();
        Path file = Files.write(folder.resolve("job.tar"), Arrays.copyOf(whole, 1600));
        assertThat(diagnose(file)).isNotNull();
    }

    /// A frame of zstd with one block that is not compressed.
    private static byte[] zstd(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int block = bytes.length << 3 | 1;
        ByteBuffer frame = ByteBuffer.allocate(13 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(0xfd2fb528).put((byte) 0xa0).putInt(bytes.length);
        frame.put((byte) block).put((byte) (block >> 8)).put((byte) (block >> 16));
        return Arrays.copyOf(frame.put(bytes).array(), frame.position());
    }

    private static boolean isZstdHere() {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(":", -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "zstd")));
    }

    @Test
    void readsWhatZstdPacked() throws IOException {
        assumeTrue(isZstdHere(), "zstd is not installed");
        Path file = Files.write(folder.resolve("job.log.zst"), zstd(FULL));

        assertThat(diagnose(file).conclusions())
                .anyMatch(each -> each.signal() == Signal.RESOURCE_OOM
                        && each.evidence().getFirst().source().file().equals("job.log"));
    }

    @Test
    void saysWhereZstdIsAbsentOrItsFileBroken() throws IOException {
        Path file = Files.write(folder.resolve("job.log.zst"), zstd(FULL));

        assertThatThrownBy(() -> Zstd.open(file, folder.resolve("none").toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("zstd -d");
        try (InputStream cut = Zstd.open(file, "false")) {
            assertThatThrownBy(cut::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("broken");
        }
    }
}
