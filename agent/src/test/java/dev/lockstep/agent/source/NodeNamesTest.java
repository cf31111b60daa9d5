// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where something ran, by the host that a file names.
final class NodeNamesTest {
    private final NodeNames names = new NodeNames("rack3-node7", "gpu-7.cluster");

    @ParameterizedTest
    @ValueSource(strings = {"gpu-7.cluster", "gpu-7", "GPU-7", "gpu-7.cluster.example.org", "unknown", ""})
    void takesItsOwnHostAndNoneForTheAgentsNode(String host) {
        assertThat(names.of(host)).isEqualTo("rack3-node7");
        assertThat(names.elsewhere(host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu-70", "gpu", "gpu-8.cluster"})
    void leavesOtherHostsAsTheyAre(String host) {
        assertThat(names.of(host)).isEqualTo(host);
        assertThat(names.elsewhere(host)).contains(host);
    }

    @Test
    void knowsAHostThatIsCalledLikeTheNode() {
        assertThat(names.elsewhere("rack3-node7")).isEmpty();
    }
}
