// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EntityTextTest {
    @Test
    void namesAFewEachAndManyByTheRanksOfTheirNodes() {
        assertThat(EntityText.of(ranks("node-b", 8, 9))).isEqualTo("rank 8 (on node-b), rank 9 (on node-b)");
        assertThat(EntityText.of(ranks("node-b", 8, 9, 10, 11, 12, 13, 14, 15))).isEqualTo("ranks 8-15 on node-b");

        List<Entity> several = new ArrayList<>(ranks("node-b", 8, 9, 10, 12));
        several.addAll(ranks("node-c", 17));
        assertThat(EntityText.of(several)).isEqualTo("ranks 8-10, 12 on node-b, rank 17 on node-c");
    }

    @Test
    void countsWhatIsTooMuchToBeNamed() {
        List<Entity> nodes = IntStream.range(0, 6)
                .mapToObj(node -> Entity.ofNode("node-" + node))
                .toList();

        assertThat(EntityText.of(nodes)).isEqualTo("node-0, node-1, node-2, node-3 and 2 more");
        assertThat(EntityText.of(List.of())).isEqualTo("the job");
    }

    @Test
    void takesRanksTogetherThatFollowEachOther() {
        assertThat(RankRanges.of(new TreeSet<>(List.of(1, 5, 6, 7, 9)))).isEqualTo("1, 5-7, 9");
        assertThat(RankRanges.of(new TreeSet<>())).isEmpty();
    }

    private static List<Entity> ranks(String node, int... ranks) {
        return IntStream.of(ranks)
                .mapToObj(rank -> Entity.ofRank(rank, Optional.of(node), Optional.empty()))
                .toList();
    }
}
