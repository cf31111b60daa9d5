// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.trouble.Trouble;
import dev.lockstep.core.model.trouble.Trouble.Told;
import dev.lockstep.core.model.trouble.Trouble.What;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TroubleTallyTest {
    private static final TroubleTally.Key LINK = new TroubleTally.Key(What.ERROR, "net.completion_error", "", true);
    private static final Told TOLD = new Told(OptionalInt.empty(), "a line", 1);
    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    private final TroubleTally tally = new TroubleTally();

    private void add(String job, TroubleTally.Key key, Instant now) {
        tally.add(Optional.of(job), key, 1, TOLD, now);
    }

    @Test
    void sumsJobsThatFindNoRoom() {
        for (int job = 0; job < TroubleTally.JOBS_MAX + 3; job++) {
            add("job-" + job, LINK, NOW);
        }

        assertThat(tally.troubles()).hasSize(TroubleTally.JOBS_MAX + 1);
        assertThat(tally.troubles())
                .filteredOn(trouble -> trouble.jobId().equals(Optional.of(Trouble.OTHER)))
                .extracting(Trouble::count)
                .containsExactly(3L);
        assertThat(tally.refused()).containsOnlyKeys("jobs_over_limit").containsEntry("jobs_over_limit", 3L);
    }

    @Test
    void countsKindsThatFindNoRoomAsRefused() {
        for (int kind = 0; kind < TroubleTally.KINDS_MAX + 2; kind++) {
            add("9001", new TroubleTally.Key(What.ERROR, "kind-" + kind, "", true), NOW);
        }

        assertThat(tally.troubles()).hasSize(TroubleTally.KINDS_MAX);
        assertThat(tally.refused()).containsEntry("kinds_over_limit", 2L);
    }

    @Test
    void endsTheCountsOfAJobThatIsQuietForLong() {
        add("old", LINK, NOW);
        add("new", LINK, NOW.plusSeconds(60));
        tally.add(Optional.empty(), LINK, 1, TOLD, NOW);

        tally.forget(NOW.plus(TroubleTally.KEPT).plusSeconds(1));

        assertThat(tally.troubles())
                .extracting(Trouble::jobId)
                .containsExactlyInAnyOrder(Optional.of("new"), Optional.empty());
    }

    @Test
    void keepsWhatWasToldLast() {
        add("9001", LINK, NOW);
        tally.add(Optional.of("9001"), LINK, 2, new Told(OptionalInt.of(3), "another", 2), NOW);

        assertThat(tally.troubles()).singleElement().satisfies(trouble -> {
            assertThat(trouble.count()).isEqualTo(3);
            assertThat(trouble.last().words()).isEqualTo("another");
        });
    }
}
