// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.text.Style;
import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.cli.text.TextTable;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class DemoScreenTest {
    private static final SeriesKey ALL_REDUCE =
            new SeriesKey(NcclFunction.ALL_REDUCE, "NVLS", "SIMPLE", SizeClass.of(32 << 20), OperationKind.KERNEL);
    private static final Duration WINDOW = Duration.ofSeconds(10);

    @Test
    void showsCallsAndQuantilesOfTheWindowAlone() {
        DemoNode node = node("node-a", process(3, 300, 2_000_000), process(3, 200, 1_000_000));

        List<String> lines = lines(List.of(node), Duration.ofSeconds(75));

        assertThat(lines.getFirst()).isEqualTo("Lockstep demo · job demo · 01:15");
        assertThat(row(lines, "TP (1)")).matches("TP \\(1\\) +AllReduce +NVLS/SIMPLE +32MiB +10\\.0 .* ms .*");
    }

    @Test
    void putsCommunicatorsThatDifferInTheirNumberOnOneRow() {
        DemoNode a = node("node-a", process(0, 10, 500_000), List.of());
        DemoNode b = node("node-b", process(9, 10, 500_000), List.of());

        List<String> lines = lines(List.of(a, b), Duration.ZERO);

        assertThat(row(lines, "TP (2)")).contains("2.00");
    }

    @Test
    void showsEachRankWithItsNodeAndWhatItHasInFlight() {
        DemoNode node = node("node-b", process(9, 10, 500_000), List.of());

        List<String> lines = lines(List.of(node), Duration.ZERO);

        assertThat(row(lines, "   9  node-b")).contains("0000:1b:00.0").endsWith("1  3.00 s");
    }

    @Test
    void saysThatItWaitsWhileNothingWasSeen() {
        DemoNode node = new DemoNode("node-a", "http://127.0.0.1:1/metrics", List.of(), List.of());

        assertThat(lines(List.of(node), Duration.ZERO)).contains("Waiting for the first operations ...");
    }

    @Test
    void cutsTheCommunicatorsAndNotTheRanksWhenTheTerminalIsLow() {
        TextTable table = new TextTable("A", " B");
        for (int i = 0; i < 9; i++) {
            table.add("a" + i, Integer.toString(i));
        }

        assertThat(table.lines(4)).containsExactly("A   B", "a0  0", "a1  1", "a2  2", "… 6 more rows are in /metrics");
    }

    @Test
    void showsWhatTheBrainSaysOnALowTerminalAndTheTablesOnlyIfTheyFit() {
        DemoNode node = node("node-b", process(9, 10, 500_000), List.of());
        List<StyledLine> said = StyledLine.of(List.of("P1 straggler_gpu", "rank 9 comes late"), Style.WARNING);
        DemoScreen low = new DemoScreen("job demo", new ScreenSize(9, 60));

        List<StyledLine> lines = low.lines(List.of(node), Duration.ZERO, WINDOW, said(said, Map.of(9, "P1")));

        assertThat(texts(lines))
                .contains("P1 straggler_gpu", "rank 9 comes late")
                .noneMatch(line -> line.contains("TP"));
        assertThat(lines).allSatisfy(line -> assertThat(line.text().length()).isLessThanOrEqualTo(60));
    }

    @Test
    void marksTheRankThatAnIncidentNamesAndLeavesColumnsOutOnANarrowTerminal() {
        DemoNode node = node("node-b", process(9, 10, 500_000), List.of());
        DemoScreen narrow = new DemoScreen("job demo", new ScreenSize(60, 80));

        List<StyledLine> lines = narrow.lines(List.of(node), Duration.ZERO, WINDOW, said(List.of(), Map.of(9, "P1")));

        assertThat(row(texts(lines), "   9  node-b")).endsWith("3.00 s  ◄ P1");
        assertThat(row(texts(lines), "RANK")).contains("P50").doesNotContain("P95");
        assertThat(lines).allSatisfy(line -> assertThat(line.text().length()).isLessThanOrEqualTo(80));
    }

    private static List<String> lines(List<DemoNode> nodes, Duration running) {
        DemoScreen screen = new DemoScreen("job demo", new ScreenSize(60, 140));
        return texts(screen.lines(nodes, running, WINDOW, said(List.of(), Map.of())));
    }

    private static DemoScreen.Said said(List<StyledLine> incidents, Map<Integer, String> marks) {
        return new DemoScreen.Said(List.of(), incidents, marks, List.of());
    }

    private static List<String> texts(List<StyledLine> lines) {
        return lines.stream().map(StyledLine::text).toList();
    }

    private static String row(List<String> lines, String start) {
        return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    private static DemoNode node(String name, List<ProcessSnapshot> now, List<ProcessSnapshot> before) {
        return new DemoNode(name, "http://127.0.0.1:1/metrics", now, before);
    }

    private static List<ProcessSnapshot> process(int rank, int calls, long durationNanos) {
        long[] counts = new long[DurationBuckets.COUNT];
        counts[DurationBuckets.indexOf(durationNanos)] = calls;
        DurationHistogram durations = DurationHistogram.of(counts, calls * durationNanos);
        CommunicatorIdentity identity = new CommunicatorIdentity(
                "00000000000000a" + rank % 10,
                0,
                "TP_" + rank,
                OptionalInt.of(rank % 4),
                OptionalInt.of(4),
                OptionalInt.of(1),
                OptionalInt.of(rank),
                Optional.of(new GpuIdentity(OptionalInt.of(rank % 8), Optional.empty(), Optional.of("0000:1b:00.0"))));
        OperationInFlight stuck = new OperationInFlight(
                ALL_REDUCE, 7, OptionalLong.of(7), OptionalInt.empty(), 32 << 20, 3_000_000_000L, 8, 0);
        OperationSeries series = new OperationSeries(ALL_REDUCE, calls, calls * (32L << 20), durations, 0, 0, 0);
        return List.of(new ProcessSnapshot(
                new ProcessIdentity("host", 1, "demo", Optional.empty(), OptionalInt.of(5)),
                List.of(new CommunicatorSnapshot(
                        identity, List.of(series), List.of(stuck), List.of(), calls * durationNanos, false)),
                Map.of(),
                Map.of()));
    }
}
