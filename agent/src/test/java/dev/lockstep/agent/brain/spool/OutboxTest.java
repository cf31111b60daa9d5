// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxTest {
    private static final SpoolLimits LIMITS = new SpoolLimits(4, 1_000, 250);

    @TempDir
    private Path directory;

    private Outbox open(int brains) {
        return Outbox.open(brains, Optional.of(directory.resolve("spool")), LIMITS);
    }

    private static byte[] batch(int fill) {
        byte[] bytes = new byte[100];
        Arrays.fill(bytes, (byte) fill);
        return bytes;
    }

    private static int next(Outbox outbox, int brain) throws InterruptedException {
        return outbox.next(brain, Duration.ZERO)
                .map(parcel -> (int) parcel.bytes()[0])
                .orElse(-1);
    }

    private static void take(Outbox outbox, int brain) throws InterruptedException {
        outbox.acknowledge(
                brain, outbox.next(brain, Duration.ZERO).orElseThrow().number());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("spool"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".batch"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void givesTheOldestFirstToEachBrainByItself() throws InterruptedException {
        try (Outbox outbox = open(2)) {
            outbox.add(batch(1), new byte[0]);
            outbox.add(batch(2), new byte[0]);
            take(outbox, 0);

            assertThat(next(outbox, 0)).isEqualTo(2);
            assertThat(next(outbox, 1)).isEqualTo(1);
            assertThat(outbox.counts().batches()).isEqualTo(2);
            take(outbox, 1);
            assertThat(outbox.counts().batches()).isEqualTo(1);
        }
    }

    @Test
    void dropsTheOldestAndCountsThem() throws InterruptedException {
        try (Outbox outbox = open(1)) {
            for (int i = 1; i <= 7; i++) {
                outbox.add(batch(i), new byte[0]);
            }

            assertThat(outbox.dropped(0)).isEqualTo(3);
            assertThat(outbox.counts()).isEqualTo(new Outbox.Counts(4, 400, 0));
            for (int i = 4; i <= 7; i++) {
                assertThat(next(outbox, 0)).isEqualTo(i);
                take(outbox, 0);
            }
        }
    }

    @Test
    void keepsLittleInMemoryWithoutADirectory() throws InterruptedException {
        try (Outbox outbox = Outbox.open(1, Optional.empty(), LIMITS)) {
            for (int i = 1; i <= 4; i++) {
                outbox.add(batch(i), new byte[0]);
            }

            assertThat(outbox.counts().batches()).isEqualTo(2);
            assertThat(outbox.dropped(0)).isEqualTo(2);
            assertThat(next(outbox, 0)).isEqualTo(3);
        }
    }

    @Test
    void outlivesItsAgent() throws InterruptedException, IOException {
        try (Outbox outbox = open(1)) {
            outbox.add(batch(1), batch(91));
            outbox.add(batch(2), batch(92));
            outbox.add(batch(3), batch(93));
            take(outbox, 0);
        }
        try (Outbox outbox = open(1)) {
            assertThat(outbox.restoredTotal()).isEqualTo(batch(93));
            assertThat(next(outbox, 0)).isEqualTo(2);
            take(outbox, 0);
            take(outbox, 0);
            assertThat(files())
                    .as("the newest tells the next agent where to begin")
                    .hasSize(1);
            outbox.add(batch(4), batch(94));
            assertThat(next(outbox, 0)).isEqualTo(4);
            assertThat(files()).hasSize(1);
        }
        try (Outbox outbox = open(1)) {
            assertThat(outbox.restoredTotal()).isEqualTo(batch(94));
        }
    }

    @Test
    void countsDamagedFilesAsDropped() throws InterruptedException, IOException {
        try (Outbox outbox = open(1)) {
            outbox.add(batch(1), batch(91));
            outbox.add(batch(2), batch(92));
        }
        Files.write(directory.resolve("spool").resolve(files().getFirst()), new byte[] {1, 2, 3});

        try (Outbox outbox = open(1)) {
            assertThat(next(outbox, 0)).isEqualTo(2);
            assertThat(outbox.dropped(0)).isEqualTo(1);
        }
    }

    @Test
    void leavesTheDirectoryToTheAgentThatHasIt() throws InterruptedException {
        try (Outbox first = open(1);
                Outbox second = open(1)) {
            second.add(batch(5), batch(95));

            assertThat(first.isDurable()).isTrue();
            assertThat(second.isDurable()).isFalse();
            assertThat(next(second, 0)).isEqualTo(5);
        }
    }

    @Test
    void goesOnInMemoryWhereFilesCannotBeWritten() throws InterruptedException, IOException {
        try (Outbox outbox = open(1)) {
            Files.createDirectory(directory.resolve("spool/.unfinished"));
            outbox.add(batch(1), batch(91));

            assertThat(outbox.counts().fileFailures()).isEqualTo(1);
            assertThat(next(outbox, 0)).isEqualTo(1);
        }
    }
}
