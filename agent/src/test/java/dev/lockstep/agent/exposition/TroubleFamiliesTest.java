// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.trouble.Trouble;
import dev.lockstep.core.model.trouble.Trouble.Told;
import dev.lockstep.core.model.trouble.Trouble.What;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TroubleFamiliesTest {
    static Trouble trouble(What what, String job, String kind, long count) {
        Optional<String> id = job.isEmpty() ? Optional.empty() : Optional.of(job);
        return new Trouble(what, id, kind, "network", true, count, new Told(OptionalInt.empty(), "a line", 1));
    }

    /// Trouble of each sort.
    static List<Trouble> everything() {
        return Stream.of(What.values())
                .map(what -> trouble(what, "9001", "net.completion_error", 1))
                .toList();
    }

    private static SourceSnapshot telling(String source, Trouble... told) {
        return Scrape.source(source, new SourceState.Fresh()).telling(List.of(told));
    }

    @Test
    void tellsErrorsRetriesAndTimeoutsApart() {
        Scrape scrape = Scrape.of(telling(
                "job_logs",
                trouble(What.ERROR, "9001", "net.completion_error", 3),
                trouble(What.RETRY, "9001", "init.slow", 4),
                trouble(What.TIMEOUT, "", "hang.unknown", 5)));

        assertThat(scrape.value(
                        "nccl_errors_total",
                        "source",
                        "job_logs",
                        "job_id",
                        "9001",
                        "kind",
                        "net.completion_error",
                        "reason",
                        "network",
                        "cause",
                        "itself"))
                .isEqualTo(3);
        assertThat(scrape.value("nccl_retries_total", "kind", "init.slow")).isEqualTo(4);
        assertThat(scrape.value("nccl_timeouts_total", "kind", "hang.unknown")).isEqualTo(5);
    }

    @Test
    void keepsSourcesApartThatMayTellOfOneThing() {
        Scrape scrape = Scrape.of(
                telling("job_logs", trouble(What.ERROR, "9001", "gpu.xid", 3)),
                telling("ras", trouble(What.ERROR, "9001", "gpu.xid", 1)));

        assertThat(scrape.values("nccl_errors_total")).containsExactlyInAnyOrder(3.0, 1.0);
    }

    @Test
    void sumsJobsThatLookAlikeInTheirLabel() {
        Scrape scrape = Scrape.of(telling(
                "job_logs",
                trouble(What.ERROR, "a\u0001", "gpu.xid", 3),
                trouble(What.ERROR, "a\u0002", "gpu.xid", 1)));

        assertThat(scrape.values("nccl_errors_total")).containsExactly(4.0);
    }
}
