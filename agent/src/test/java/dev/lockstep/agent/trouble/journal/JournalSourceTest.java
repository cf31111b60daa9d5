// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.core.model.trouble.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program stands in for `journalctl`: it prints what a file holds and waits, as the real one does.
class JournalSourceTest {
    private static final String FULL =
            "node-a:4711:4800 [3] include/alloc.h:1 NCCL WARN Cuda failure 2 'out of memory'\\u000anode-a:4711:4800 [3] NCCL"
                    + " INFO transport.cc:1 -> 1";

    @TempDir
    private Path folder;

    private @Nullable JournalSource source;
    private Instant now = Instant.ofEpochSecond(1_000);

    @AfterEach
    void close() {
        if (source != null) {
            source.close();
        }
    }

    private JournalSource following(String ending, String... entries) throws IOException {
        Path journal = Files.write(folder.resolve("journal"), List.of(entries), UTF_8);
        Path program = Files.createFile(
                folder.resolve("journalctl"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(program, "#!/bin/sh\ncat '" + journal + "'\n" + ending + "\n", UTF_8);
        JournalSource made = new JournalSource(program.toString(), new KnownJobs());
        source = made;
        return made;
    }

    private static String entry(String message, String more) {
        return "{\"MESSAGE\":\"" + message + "\",\"_TRANSPORT\":\"stdout\"" + more + "}";
    }

    private List<String> told(JournalSource journal) {
        now = now.plusSeconds(6);
        return journal.read(now) instanceof Reading.Fresh fresh
                ? fresh.troubles().stream().map(JournalSourceTest::words).toList()
                : List.of();
    }

    private static String words(Trouble trouble) {
        return trouble.what().label() + " " + trouble.kind()
                + trouble.jobId().map(job -> " of " + job).orElse("") + " x" + trouble.count();
    }

    @Test
    void countsWhatUnitsSayForTheirJobs() throws IOException {
        JournalSource journal = following(
                "exec sleep 600",
                entry("step 1", ",\"_SYSTEMD_UNIT\":\"train.service\""),
                entry(FULL, ",\"_SYSTEMD_CGROUP\":\"/system.slice/slurmstepd.scope/job_99/step_0/user/task_3\""),
                entry("[rank2]: torch.OutOfMemoryError: CUDA out of memory", ",\"_SYSTEMD_UNIT\":\"train.service\""),
                "{\"MESSAGE\":[27,91,51,49,109,120],\"_SYSTEMD_UNIT\":\"train.service\"}",
                "no entry",
                "{\"MESSAGE\":\"CUDA out of memory\",\"_TRANSPORT\":\"kernel\"}");

        await().atMost(Duration.ofMinutes(1))
                .until(() -> told(journal), told -> told.size() == 2)
                .forEach(words -> assertThat(words).isIn("error resource.oom of 99 x1", "error resource.oom x1"));
    }

    @Test
    void isAbsentWithoutTheProgram() {
        JournalSource journal = new JournalSource(folder.resolve("none").toString(), new KnownJobs());

        assertThat(journal.read(now)).isInstanceOf(Reading.Absent.class);
    }

    @Test
    void startsAProgramAgainThatEnded() throws IOException {
        JournalSource journal = following("exit 1", entry("CUDA out of memory", ""));

        await().atMost(Duration.ofMinutes(1))
                .until(() -> told(journal), told -> told.contains("error resource.oom x2"));
    }
}
