// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.COMMS;
import static dev.lockstep.cli.dashboards.promql.Variable.JOB;

import dev.lockstep.cli.dashboards.model.Explanation;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Series;

/// The rows of one job's latencies and bandwidths, beside what jobs of its shape usually have.
final class JobLatency {
    private static final String LEGEND = "{{collective}} {{size}}";
    private static final String SHAPE = Expr.list(Labels.ROLE, Labels.NRANKS, Labels.NNODES);

    private JobLatency() {}

    static Row durations() {
        return Row.of(
                "How long do its collectives take?",
                quantile("P99", Recorded.SIZED_P99, Target.of(usual(Recorded.BASELINE_P99), "baseline " + LEGEND)),
                quantile("P50", Recorded.SIZED_P50, Target.of(usual(Recorded.BASELINE_P50), "baseline " + LEGEND)),
                quantile("P95", Recorded.SIZED_P95),
                Panel.of(
                        "Times over their baseline",
                        View.lines(),
                        Looks.TO_BASELINE,
                        Size.HALF,
                        new Explanation(
                                "P99 and P50 over the median of the last seven days of the same shape: function, size,"
                                        + " role, ranks and nodes.",
                                "P50 and P99 rise: all operations are slower, look at the network. Only P99: some"
                                        + " operations wait. Empty until there is a baseline.",
                                Inspector.SAME),
                        Target.of(toBaseline(Recorded.P99_TO_BASELINE), "P99 " + LEGEND),
                        Target.of(toBaseline(Recorded.P50_TO_BASELINE), "P50 " + LEGEND)),
                Panel.of(
                        "Send and Recv",
                        View.logarithmic(),
                        Looks.SECONDS,
                        Size.FULL,
                        new Explanation(
                                "P99 and P50 of Send and Recv over five minutes, the worst communicator.",
                                "A long Recv waits for its peer: in a pipeline that is the stage before, by design."
                                        + " Empty where the job calls neither.",
                                Inspector.SAME),
                        Target.of(directed(Recorded.P2P_P99), "P99 {{direction}} {{size}}"),
                        Target.of(directed(Recorded.P2P_P50), "P50 {{direction}} {{size}}")));
    }

    static Row bandwidth() {
        return Row.of(
                "How fast is it?",
                Panel.of(
                        "Bus bandwidth by collective and size",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Bus bytes (as nccl-tests count them) by time in the kernel, of the rank that waits"
                                        + " least, over five minutes; the best communicator.",
                                "Large sizes should come near what nccl-tests reach on these nodes. Waits are in it, so"
                                        + " low can mean late ranks too: look at the waits first.",
                                Inspector.SAME),
                        Target.of(
                                Recorded.SIZED_BANDWIDTH.in(JOB, COMMS).now().max(Labels.COLLECTIVE, Labels.SIZE),
                                LEGEND)),
                Panel.of(
                        "Bus bandwidth by communicator",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Bus bytes by busy time, of the rank that waits least, over one minute.",
                                "Communicators of one role should lie together. One below its peers crosses a slow"
                                        + " link, or has a late rank.",
                                Inspector.NO_BUSY),
                        Target.of(
                                Joins.named(
                                        Recorded.BUS_BANDWIDTH.in(JOB, COMMS).now()),
                                "{{role}} {{comm_name}} {{comm}}")));
    }

    private static Panel quantile(String name, Series series, Target... more) {
        Target own = Target.of(series.in(JOB, COMMS).now().max(Labels.COLLECTIVE, Labels.SIZE), LEGEND);
        Target[] targets = more.length == 0 ? new Target[] {own} : new Target[] {own, more[0]};
        return Panel.of(
                name + " by collective and size",
                View.logarithmic(),
                Looks.SECONDS,
                Size.HALF,
                new Explanation(
                        name + " of the time in the kernel over five minutes, waits included; the worst of the chosen"
                                + " communicators" + (more.length == 0 ? "." : ", and dashed what is usual."),
                        "All sizes up at once: somebody is late. Only the large ones: bandwidth. Only the small ones:"
                                + " latency, or a busy processor.",
                        Inspector.SAME),
                targets);
    }

    /// The baselines of the shapes that the chosen communicators have.
    private static Expr usual(Series baseline) {
        return baseline.all()
                .now()
                .knownTo(SHAPE, Recorded.COMMUNICATOR.in(JOB, COMMS).now())
                .max(Labels.COLLECTIVE, Labels.SIZE);
    }

    private static Expr toBaseline(Series ratio) {
        return ratio.in(JOB, COMMS).now().max(Labels.COLLECTIVE, Labels.SIZE);
    }

    private static Expr directed(Series series) {
        return series.in(JOB, COMMS).now().max(Labels.DIRECTION, Labels.SIZE);
    }
}
