// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmHeader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs outlive upgrades: an agent reads what an earlier plugin wrote. `testdata/` keeps what a killed process left,
/// written by the plugin itself.
class OldPluginTest {
    private static final Path TEST_DATA =
            Path.of(System.getProperty("lockstep.root", "..")).resolve("testdata");

    @TempDir
    Path directory;

    private ReaderFixture fixture(String version) throws IOException {
        Path file = directory.resolve("process");
        try (InputStream packed =
                        Files.newInputStream(TEST_DATA.resolve("shared-memory-" + version + "-killed.lockstep.gz"));
                InputStream whole = new GZIPInputStream(packed)) {
            Files.copy(whole, file);
        }
        return ReaderFixture.on(file);
    }

    /// Three AllReduces on one communicator and one on another; a fourth has started on two of its four channels.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void readsWhatAKilledProcessOfAnOlderVersionLeft(int minor) throws IOException {
        try (ReaderFixture fixture = fixture("v1." + minor)) {
            ShmHeader header = fixture.reader().header();
            ProcessSnapshot process = fixture.read();

            assertThat(header.version()).isEqualTo(1 << 16 | minor);
            assertThat(header.bootId()).isEqualTo("11111111-2222-3333-4444-555555555555");
            assertThat(header.pluginVersion()).isEqualTo("0.1.0");
            assertThat(process.identity().host()).isEqualTo("node-a");
            assertThat(process.identity().profilerApi()).hasValue(7);
            assertThat(process.communicators())
                    .extracting(communicator -> communicator.identity().id())
                    .containsExactly("0000000000000abc", "0000000000000def");
            check(process.communicators().getFirst());
            assertThat(fixture.readOperations())
                    .extracting(OperationRecord::sizeBytes)
                    .containsExactly(4_000L, 4_000L, 1_048_576L, 40L);
        }
    }

    private static void check(CommunicatorSnapshot communicator) {
        List<OperationSeries> series = communicator.series();
        assertThat(series).extracting(OperationSeries::calls).containsExactlyInAnyOrder(2L, 1L);
        assertThat(series).extracting(each -> each.durations().sumNanos()).containsExactlyInAnyOrder(10_000L, 250_000L);
        assertThat(communicator.busyNanos()).isEqualTo(260_000);
        assertThat(communicator.inFlight())
                .extracting(OperationInFlight::sizeBytes, OperationInFlight::channelsStarted)
                .containsExactly(tuple(1_048_576L, 2));
    }
}
