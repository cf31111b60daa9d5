// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.inspected;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What two sources see is counted once, also where a budget has folded it away.
class TwoSourcesTest {
    @Test
    void showsNothingOfAProcessThatABetterSourceHasFolded() {
        Scrape scrape = scrape(
                process(7, working(communicator(CommunicatorIdentity.OTHER, 0, 3))),
                process(7, working(inspected(COMM, 3))));

        assertThat(scrape.values("nccl_collective_calls_total")).hasSize(1);
        assertThat(scrape.value("lockstep_communicators_hidden", "source", "inspector_json"))
                .isEqualTo(1);
    }

    @Test
    void hidesWhatAWorseSourceHasFoldedOfAProcessThatIsShown() {
        Scrape scrape = scrape(
                process(7, working(communicator(COMM, 0, 3))),
                process(7, working(inspected(COMM, 3)), working(other())));

        assertThat(scrape.values("nccl_collective_calls_total")).hasSize(1);
    }

    @Test
    void showsWhatAWorseSourceHasFoldedOfAProcessOfItsOwn() {
        Scrape scrape = scrape(
                process(7, working(communicator(COMM, 0, 3))),
                process(8, working(inspected("aaaabbbbccccdddd", 3)), working(other())));

        assertThat(scrape.values("nccl_collective_calls_total")).hasSize(3);
    }

    private static Scrape scrape(ProcessSnapshot better, ProcessSnapshot worse) {
        return Scrape.of(
                Scrape.source("shared_memory", new SourceState.Fresh(), better),
                Scrape.source("inspector_json", new SourceState.Fresh(), worse));
    }

    private static CommunicatorIdentity other() {
        CommunicatorIdentity of = inspected(COMM, 3);
        return new CommunicatorIdentity(
                CommunicatorIdentity.OTHER,
                0,
                "",
                OptionalInt.empty(),
                of.ranks(),
                of.nodes(),
                of.worldRank(),
                of.gpu());
    }

    private static CommunicatorSnapshot working(CommunicatorIdentity identity) {
        return living(identity, series(key(NcclFunction.ALL_REDUCE, 1 << 20), 1 << 20, 5));
    }
}
