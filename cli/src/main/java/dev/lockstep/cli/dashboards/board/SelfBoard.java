// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.NODES;

import dev.lockstep.cli.dashboards.model.Chooser;
import dev.lockstep.cli.dashboards.model.Color;
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
import dev.lockstep.cli.dashboards.promql.Foreign;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.core.metric.AgentMetrics;
import dev.lockstep.core.metric.FlightMetrics;
import dev.lockstep.core.metric.LossMetrics;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.NcclMetrics;
import java.util.List;

/// The watcher watched: what it sees, what it loses, what it costs.
final class SelfBoard {
    private static final int WORST = 10;

    private SelfBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-self",
                "Lockstep / Lockstep itself",
                "The watcher watched: what it sees, what it loses, what it costs.",
                List.of(Chooser.watched()),
                List.of(sight(), losses(), series(), cost(), flight()));
    }

    private static Row sight() {
        return Row.of(
                "Does it see everything?",
                coverage(),
                lines(
                        "Sources that fail",
                        Looks.NONE_IS_GOOD,
                        "Sources whose last reading failed, by kind.",
                        "0 is right. The agent's log says what to do.",
                        Target.of(
                                all(AgentMetrics.SOURCE_SUCCESS)
                                        .count(Labels.SOURCE)
                                        .minus(all(AgentMetrics.SOURCE_SUCCESS).sum(Labels.SOURCE)),
                                "{{source}}")),
                lines(
                        "Sources that are absent",
                        Looks.COUNT,
                        "Nodes that have no such thing: no job with the plugin, no files of Inspector.",
                        "An idle node has no `shared_memory`. Many of them while jobs run: the plugin is not loaded,"
                                + " `lockstep doctor` says why.",
                        Target.of(all(AgentMetrics.SOURCE_ABSENT).sum(Labels.SOURCE), "{{source}}")),
                lines(
                        "Staleness of sources",
                        Looks.SECONDS,
                        "Time since the last reading that worked, the " + WORST + " worst nodes.",
                        "About a second. What grows has stopped being read, and its series stand still.",
                        Target.of(
                                highest(AgentMetrics.SOURCE_STALENESS)
                                        .max(Labels.NODE, Labels.SOURCE)
                                        .top(WORST),
                                "{{node}} {{source}}")),
                lines(
                        "Processes seen",
                        Looks.COUNT,
                        "Processes that use NCCL, by source.",
                        "One a GPU, usually. Fewer: a process without the plugin.",
                        Target.of(all(AgentMetrics.PROCESSES).sum(Labels.SOURCE), "{{source}}")),
                lines(
                        "Age of snapshots",
                        Looks.SECONDS,
                        "Age of what is served, the " + WORST + " oldest nodes.",
                        "About a second. Several: the agent gets no processor time.",
                        Target.of(
                                highest(AgentMetrics.SNAPSHOT_AGE)
                                        .max(Labels.NODE)
                                        .top(WORST),
                                "{{node}}")));
    }

    private static Panel coverage() {
        Expr lost = rate(LossMetrics.RECORDS_LOST_ANY).sum(Labels.NODE);
        Expr seen = rate(NcclMetrics.COLLECTIVE_CALLS)
                .or(rate(NcclMetrics.P2P_CALLS))
                .sum(Labels.NODE);
        return Panel.of(
                "Coverage of operations",
                View.lines(),
                Look.share(),
                Size.THIRD,
                new Explanation(
                        "Operations seen over those seen and lost, the " + WORST
                                + " worst nodes. A lower bound: what is"
                                + " lost may be an event of an operation that was counted.",
                        "100 % is right. Below, quantiles speak for what was seen.",
                        "the same for lines of its files. What its own ring lost before it wrote cannot be told: it"
                                + " keeps half at 800 operations a second."),
                Target.of(
                        Expr.of(1)
                                .minus(Expr.of(1)
                                        .minus(seen.over(seen.plus(lost)))
                                        .top(WORST)),
                        "{{node}}"));
    }

    private static Row losses() {
        return Row.of(
                "What is lost, and why?",
                reasons(
                        "Records lost by reason",
                        LossMetrics.RECORDS_LOST,
                        "Operations or events that were refused, dropped or not seen.",
                        "A reason appears when it first occurs; empty is good. docs/shared-memory.md explains each."),
                reasons(
                        "Suspect timings by reason",
                        LossMetrics.SUSPECT_TIMINGS,
                        "Timings that cannot be true: counted as calls, kept out of the histograms.",
                        "A few after a Broadcast are NCCL's. Empty is good."),
                Panel.of(
                        "Refused by sources",
                        View.lines(),
                        Looks.PER_SECOND,
                        Size.THIRD,
                        new Explanation(
                                "What a source refused and no process can be named for.",
                                "Empty is good. The agent's log has one line for each reason.",
                                Inspector.OWN),
                        Target.of(
                                rate(AgentMetrics.SOURCE_REFUSED).sum(Labels.SOURCE, Labels.REASON),
                                "{{source}} {{reason}}")));
    }

    private static Row series() {
        return Row.of(
                "How many series?",
                lines(
                        "Series by node",
                        Looks.COUNT,
                        "Series in a scrape, the " + WORST + " nodes with most; a histogram counts as one.",
                        "Within the budget a GPU. In the classic form a histogram is 30 series.",
                        Target.of(all(AgentMetrics.SERIES).max(Labels.NODE).top(WORST), "{{node}}"),
                        Target.of(all(AgentMetrics.SERIES).sum(), "all nodes")),
                lines(
                        "Series folded",
                        Looks.SOME_IS_ODD,
                        "Series that found no room in their GPU's budget and became `other`, by job and label.",
                        "Empty is good. Sums stay exact, detail is gone: raise --series-per-gpu if you need it.",
                        Target.of(
                                all(AgentMetrics.SERIES_FOLDED).sum(Labels.JOB_ID, Labels.INTO),
                                "{{job_id}} into {{into}}")),
                lines(
                        "Communicators not shown for themselves",
                        Looks.COUNT,
                        "Merged with another one of equal labels, or hidden because a better source shows the same.",
                        "Merged after restarts is usual.",
                        Target.of(all(AgentMetrics.COMMUNICATORS_MERGED).sum(), "merged"),
                        Target.of(all(AgentMetrics.COMMUNICATORS_HIDDEN).sum(Labels.SOURCE), "hidden {{source}}")));
    }

    private static Row cost() {
        return Row.of(
                "What does it cost?",
                lines(
                        "Processor time of agents",
                        Look.of(Unit.SHARE).from(0.01, Color.YELLOW),
                        "Part of one core that an agent uses: the " + WORST + " highest, and the mean.",
                        "1 % of a core is the limit that is set for it.",
                        Target.of(rate(AgentMetrics.CPU).max(Labels.NODE).top(WORST), "{{node}}"),
                        Target.of(rate(AgentMetrics.CPU).avg(), "mean")),
                lines(
                        "Memory of agents",
                        Look.of(Unit.BYTES).from(64 * 1024 * 1024, Color.YELLOW),
                        "Resident memory by kind, the highest agent.",
                        "64 MiB together is the limit that is set for it. `file` is shared with others.",
                        Target.of(all(AgentMetrics.MEMORY).max(Labels.KIND), "{{kind}}")),
                lines(
                        "Time of scrapes",
                        Looks.SECONDS,
                        "Time that answering scrapes takes, a second: the " + WORST + " highest.",
                        "Times the scrape interval it is the time of one scrape.",
                        Target.of(
                                rate(AgentMetrics.SCRAPE_TIME).max(Labels.NODE).top(WORST), "{{node}}")),
                lines(
                        "Time of readings",
                        Looks.SECONDS,
                        "How long the last reading of a source took, the longest.",
                        "Below a second, or what is shown lags behind.",
                        Target.of(highest(AgentMetrics.SOURCE_DURATION).max(Labels.SOURCE), "{{source}}")),
                Panel.of(
                        "Time of recording rules",
                        View.lines(),
                        Look.share().from(0.25, Color.YELLOW),
                        Size.THIRD,
                        new Explanation(
                                "Time that a group of rules takes, as part of the interval in which it is evaluated.",
                                "Below a quarter. Empty unless this Prometheus scrapes itself.",
                                Inspector.SAME),
                        Target.of(
                                Foreign.RULE_DURATION
                                        .all()
                                        .matches(Labels.RULE_GROUP, ".*lockstep.*")
                                        .now()
                                        .over(Foreign.RULE_INTERVAL
                                                .all()
                                                .matches(Labels.RULE_GROUP, ".*lockstep.*")
                                                .now())
                                        .max(Labels.RULE_GROUP),
                                "{{rule_group}}")),
                versions());
    }

    private static Panel versions() {
        return Panel.of(
                "Versions",
                new View.Rows(
                        List.of(
                                Column.label(Labels.VERSION, "Lockstep"),
                                Column.label(Labels.JAVA_VERSION, "Java"),
                                Column.value(0, "Agents", Looks.COUNT)),
                        "Agents"),
                Looks.COUNT,
                Size.THIRD,
                new Explanation(
                        "Versions of the agents that run.", "One line, or a roll-out is under way.", Inspector.SAME),
                Target.of(all(AgentMetrics.BUILD).count(Labels.VERSION, Labels.JAVA_VERSION)));
    }

    private static Row flight() {
        return Row.of(
                "What was kept of processes that died?",
                Panel.of(
                        "Flight records kept",
                        View.lines(),
                        Looks.SOME_IS_ODD,
                        Size.THIRD,
                        new Explanation(
                                "Flight records kept in the time shown, by how the process ended.",
                                "`lockstep flight` on the node shows what each process was doing.",
                                "empty: records are of the plugin's files."),
                        Target.of(
                                Series.of(FlightMetrics.KEPT)
                                        .in(NODES)
                                        .increase()
                                        .sum(Labels.REASON),
                                "{{reason}}")),
                lines(
                        "Flight records removed or failed",
                        Looks.PER_SECOND,
                        "Records removed since the spool had reached a limit, and such as could not be kept.",
                        "Empty is good. `bytes`: give the spool more room. `unwritable`: look at its rights.",
                        Target.of(rate(FlightMetrics.REMOVED).sum(Labels.REASON), "removed: {{reason}}"),
                        Target.of(rate(FlightMetrics.FAILED).sum(Labels.REASON), "failed: {{reason}}")),
                lines(
                        "Spool",
                        Look.of(Unit.BYTES),
                        "Length of the records in the spools, and their number.",
                        "It stays below the limit that is set for it.",
                        Target.of(all(FlightMetrics.SPOOL_BYTES).sum(), "bytes"),
                        Target.of(all(FlightMetrics.SPOOL_RECORDS).sum(), "records")));
    }

    private static Panel lines(String title, Look look, String shows, String reading, Target... targets) {
        return Panel.of(title, View.lines(), look, Size.THIRD, new Explanation(shows, reading, Inspector.OWN), targets);
    }

    private static Panel reasons(String title, MetricFamily family, String shows, String reading) {
        return Panel.of(
                title,
                View.lines(),
                Looks.PER_SECOND,
                Size.THIRD,
                new Explanation(shows, reading, Inspector.OWN),
                Target.of(rate(family).sum(Labels.REASON), "{{reason}}"));
    }

    private static Expr all(MetricFamily family) {
        return Series.of(family).in(NODES).now();
    }

    private static Expr highest(MetricFamily family) {
        return Series.of(family).in(NODES).highest();
    }

    private static Expr rate(MetricFamily family) {
        return Series.of(family).in(NODES).rate();
    }
}
