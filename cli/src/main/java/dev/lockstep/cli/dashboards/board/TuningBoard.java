// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.COLLECTIVES;
import static dev.lockstep.cli.dashboards.promql.Variable.COMMS;
import static dev.lockstep.cli.dashboards.promql.Variable.JOBS;

import dev.lockstep.cli.dashboards.model.Chooser;
import dev.lockstep.cli.dashboards.model.Column;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.model.Explanation;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.Unit;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.cli.dashboards.promql.Variable;
import dev.lockstep.core.metric.NcclMetrics;
import dev.lockstep.core.metric.PhaseMetrics;
import java.util.List;

/// What NCCL chose (Ring, Tree, NVLS, CollNet, PAT; LL, LL128, SIMPLE) for which sizes, and how fast that was.
///
/// Histograms carry neither algorithm nor protocol. The time of a (communicator, function, size) is therefore shared
/// out to its algorithms by their calls, which each panel that does so says.
final class TuningBoard {
    private static final Series CALLS = Series.of(NcclMetrics.COLLECTIVE_CALLS);
    private static final Series BYTES = Series.of(NcclMetrics.COLLECTIVE_BYTES);
    private static final Series BUS_BYTES = Series.of(NcclMetrics.COLLECTIVE_BUS_BYTES);
    private static final Variable[] CHOSEN = {JOBS, COMMS, COLLECTIVES};
    private static final String SIZED = Expr.list(Labels.JOB_ID, Labels.COMM, Labels.COLLECTIVE, Labels.SIZE);
    private static final String[] WAYS = {Labels.COLLECTIVE, Labels.SIZE, Labels.ALGO, Labels.PROTO};
    private static final String LEGEND = "{{collective}} {{size}} {{algo}} {{proto}}";
    private static final String SHARED_OUT = " Histograms do not know the algorithm: the time is that of the"
            + " communicator, function and size, shared out to its algorithms by their calls. Where one size uses one"
            + " algorithm, as is usual, it is exact.";

    private TuningBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-tuning",
                "Lockstep / Tuning",
                "Which algorithm and protocol NCCL chose for which sizes, how often, and how fast that was.",
                List.of(Chooser.jobs(JOBS), Chooser.communicators(), Chooser.collectives()),
                List.of(choices(), overTime(), speed(), pairs()));
    }

    private static Row choices() {
        return Row.of(
                "What did NCCL choose?",
                Panel.of(
                        "Algorithms and protocols by size",
                        new View.Rows(
                                List.of(
                                        Column.label(Labels.COLLECTIVE, "Collective"),
                                        Column.label(Labels.SIZE, "Size"),
                                        Column.label(Labels.ALGO, "Algorithm"),
                                        Column.label(Labels.PROTO, "Protocol"),
                                        Column.value(0, "Calls", Looks.COUNT),
                                        Column.value(1, "Bytes", Look.of(Unit.BYTES)),
                                        Column.value(2, "Mean time", Looks.SECONDS),
                                        Column.value(3, "Bus bandwidth", Looks.BYTES_PER_SECOND)),
                                "Bytes"),
                        Looks.COUNT,
                        Size.TALL,
                        new Explanation(
                                "Calls and bytes of all ranks in the time shown; mean time and apparent bus bandwidth of"
                                        + " now, waits included." + SHARED_OUT,
                                "Two ways for one size: compare them; NCCL's model may be wrong here. Size `other` has"
                                        + " no algorithm: it was folded by the budget of series.",
                                "algorithm and protocol stay empty."),
                        Target.of(CALLS.in(CHOSEN).increase().sum(WAYS).above(0)),
                        Target.of(BYTES.in(CHOSEN).increase().sum(WAYS).above(0)),
                        Target.of(meanTime(WAYS)),
                        Target.of(bandwidth(WAYS))));
    }

    private static Row overTime() {
        return Row.of(
                "How often, and for how much?",
                share(
                        "Calls by algorithm",
                        CALLS,
                        Labels.ALGO,
                        "Ring, Tree, NVLS, CollNet, PAT, or a symmetric kernel"),
                share(
                        "Bytes by algorithm",
                        BYTES,
                        Labels.ALGO,
                        "Ring, Tree, NVLS, CollNet, PAT, or a symmetric kernel"),
                share(
                        "Bytes by protocol",
                        BYTES,
                        Labels.PROTO,
                        "LL and LL128 are for latency, SIMPLE is for bandwidth"),
                Panel.of(
                        "Calls by size",
                        View.stacked(),
                        Looks.PER_SECOND,
                        Size.THIRD,
                        new Explanation(
                                "Calls a second by class of size, all ranks.",
                                "Many small ones: fuse them, or gather gradients into larger buckets.",
                                Inspector.SAME),
                        Target.of(CALLS.in(CHOSEN).rate().sum(Labels.SIZE), "{{size}}")),
                Panel.of(
                        "Bytes by size",
                        View.stacked(),
                        Looks.BYTES_PER_SECOND,
                        Size.THIRD,
                        new Explanation(
                                "Bytes a second by class of size, all ranks.",
                                "The class with most bytes is the one whose bandwidth matters.",
                                Inspector.SAME),
                        Target.of(BYTES.in(CHOSEN).rate().sum(Labels.SIZE), "{{size}}")),
                phases());
    }

    private static Panel share(String title, Series series, String label, String words) {
        Selector chosen = series.in(CHOSEN).isNot(label, "");
        return Panel.of(
                title,
                View.stacked(),
                Look.share(),
                Size.THIRD,
                new Explanation(
                        "Part of the whole, of what NCCL names: " + words + ".",
                        "A change without a change of the job: another version of NCCL, another variable, another"
                                + " topology.",
                        Inspector.NO_ALGO),
                Target.of(chosen.rate().sum(label).overEach("", chosen.rate().sum()), "{{" + label + "}}"));
    }

    private static Panel phases() {
        return Panel.of(
                "Phases of symmetric kernels",
                View.stacked(),
                Look.of(Unit.SECONDS),
                Size.THIRD,
                new Explanation(
                        "Time by phase, summed over channels, a second: the only wait that NCCL measures itself.",
                        "initial_sync is the wait for the peers, but for LL kernels. Empty unless the job sets"
                                + " LOCKSTEP_KERNEL_PHASES=1 and has NCCL 2.31.",
                        "empty."),
                Target.of(
                        Series.of(PhaseMetrics.SECONDS).in(CHOSEN).rate().sum(Labels.PHASE, Labels.ALGO),
                        "{{phase}} {{algo}}"));
    }

    private static Row speed() {
        return Row.of(
                "How fast was it?",
                Panel.of(
                        "Mean time by algorithm, protocol and size",
                        View.logarithmic(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "Mean time in the kernel over five minutes, waits included." + SHARED_OUT,
                                "Compare ways of one size. Waits are the same for all ways, so differences are real.",
                                Inspector.NO_ALGO),
                        Target.of(meanTime(WAYS), LEGEND)),
                Panel.of(
                        "Bus bandwidth by algorithm, protocol and size",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Bus bytes by time in the kernel over five minutes, mean over ranks, waits included."
                                        + SHARED_OUT,
                                "Near the link's bandwidth for large sizes, or waits are in it: look at the dashboard"
                                        + " Ranks before you tune.",
                                Inspector.NO_ALGO),
                        Target.of(bandwidth(WAYS), LEGEND)));
    }

    private static Row pairs() {
        Series calls = Series.of(NcclMetrics.P2P_CALLS);
        Series bytes = Series.of(NcclMetrics.P2P_BYTES);
        return Row.of(
                "And Send and Recv?",
                Panel.of(
                        "Send and Recv: calls by size",
                        View.lines(),
                        Looks.PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Calls a second by direction and class of size, all ranks.",
                                "Pipelines have few and large ones, experts many. Empty where the job calls neither.",
                                Inspector.SAME),
                        Target.of(
                                calls.in(JOBS, COMMS).rate().sum(Labels.DIRECTION, Labels.SIZE),
                                "{{direction}} {{size}}")),
                Panel.of(
                        "Send and Recv: bytes by size",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Bytes a second by direction and class of size, all ranks.",
                                "What is sent is received: a gap between the directions is a node that is not watched.",
                                Inspector.SAME),
                        Target.of(
                                bytes.in(JOBS, COMMS).rate().sum(Labels.DIRECTION, Labels.SIZE),
                                "{{direction}} {{size}}")));
    }

    /// Mean over calls of the mean time of their (communicator, function, size).
    private static Expr meanTime(String... by) {
        return time().sum(by).over(calls().knownTo(SIZED, mean()).sum(by));
    }

    /// Bus bytes by the time that is shared out to them.
    private static Expr bandwidth(String... by) {
        return perSize(BUS_BYTES).knownTo(SIZED, mean()).sum(by).over(time().sum(by));
    }

    /// Seconds in kernels a second, of all ranks.
    private static Expr time() {
        return calls().joined(SIZED, "", mean());
    }

    private static Expr calls() {
        return perSize(CALLS);
    }

    private static Expr perSize(Series counter) {
        return counter.in(CHOSEN)
                .isNot(Labels.SIZE, "other")
                .rate()
                .sum(Labels.JOB_ID, Labels.COMM, Labels.COLLECTIVE, Labels.SIZE, Labels.ALGO, Labels.PROTO);
    }

    private static Expr mean() {
        return Recorded.SIZED_MEAN.in(CHOSEN).now();
    }
}
