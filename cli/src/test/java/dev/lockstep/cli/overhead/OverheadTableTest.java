// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OverheadTableTest {
    private final ReferenceJob job = new ReferenceJob();

    @Test
    void showsDetailsSideBySideWithTheirShareOfTheOperationsOwnTime() {
        Map<Detail, List<Cost>> columns = new LinkedHashMap<>();
        columns.put(Detail.COUNTERS, Cost.parse("8 1 50.0 49.0 51.0\n1073741824 32 80.0 79.0 81.0\n"));
        columns.put(Detail.RING, Cost.parse("8 1 100.0 99.0 101.0\n1073741824 32 400.0 399.0 401.0\n"));

        List<String> lines = OverheadTable.lines(columns, Duration.ofMillis(100), job);

        double share = 100 * 100.0 / job.nanos(8);
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1)).isEqualTo("agent reads every 0.1 s");
        assertThat(lines.get(2)).endsWith("counters               ring");
        assertThat(lines.get(3)).contains("8 B").endsWith("100 ns  %.3f %%".formatted(share));
        assertThat(lines.get(4)).contains("1 GiB").contains(" 400 ns ");
    }

    @Test
    void takesMoreChannelsAndMoreTimeForALargerOperation() {
        assertThat(job.channels(8)).isOne();
        assertThat(job.channels(1L << 30)).isEqualTo(32);
        assertThat(job.nanos(1L << 30)).isGreaterThan(100 * job.nanos(8));
    }

    @Test
    void refusesALineThatTheProgramDoesNotPrint() {
        assertThatThrownBy(() -> Cost.parse("8 1 fast")).hasMessageContaining("8 1 fast");
    }
}
