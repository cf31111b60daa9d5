// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.cli.dashboards.promql.Variable;
import dev.lockstep.core.metric.AgentMetrics;
import dev.lockstep.core.metric.NcclMetrics;

/// Where the values of a variable come from, and how they are called in the list.
///
/// `regex` takes the value, and the text where it is another one, out of an answer's series; it is empty where the
/// query says the values themselves.
public record Chooser(Variable variable, String query, String regex, String meaning) {
    private static final String SHOWN = "shown";
    private static final Series COMMUNICATOR = Series.of(NcclMetrics.COMMUNICATOR_INFO);
    private static final Series RANK = Series.of(NcclMetrics.RANK);

    /// Jobs, or one of them.
    public static Chooser jobs(Variable variable) {
        return labels(variable, COMMUNICATOR.all(), "Jobs that used NCCL in the time shown, by their job_id.");
    }

    /// Nodes, of the job if there is one.
    public static Chooser nodes(Variable variable, Variable... above) {
        return labels(variable, COMMUNICATOR.in(above), "Nodes on which it runs.");
    }

    /// Communicators of the job, called by role and name.
    public static Chooser communicators() {
        Expr called = Recorded.COMMUNICATOR
                .in(Variable.JOBS)
                .ever()
                .group(Labels.COMM, Labels.COMM_NAME, Labels.ROLE)
                .joinedLabels(SHOWN, " ", Labels.ROLE, Labels.COMM_NAME, Labels.COMM);
        return shown(Variable.COMMS, called, "Communicators of the job: role, name if the framework gave one, id.");
    }

    /// GPUs of the node, called by number and rank.
    public static Chooser gpus() {
        Expr called = RANK.in(Variable.NODE)
                .isNot(Labels.UUID, "")
                .ever()
                .group(Labels.UUID, Labels.GPU, Labels.RANK)
                .joinedLabels(SHOWN, " rank ", Labels.GPU, Labels.RANK);
        return shown(
                Variable.GPU, called, "GPUs of the node that ran a rank: NVML index and rank. The value is the UUID.");
    }

    /// Functions that the jobs called.
    public static Chooser collectives() {
        return labels(
                Variable.COLLECTIVES,
                Series.of(NcclMetrics.COLLECTIVE_CALLS).in(Variable.JOBS),
                "NCCL's functions, as NCCL spells them.");
    }

    /// Nodes with an agent.
    public static Chooser watched() {
        return labels(Variable.NODES, Series.of(AgentMetrics.WATCHDOG).all(), "Nodes with an agent.");
    }

    private static Chooser labels(Variable variable, Selector selector, String meaning) {
        return new Chooser(variable, "label_values(" + selector.text() + ", " + variable.label() + ")", "", meaning);
    }

    private static Chooser shown(Variable variable, Expr series, String meaning) {
        String regex = "/\\b" + variable.label() + "=\"(?<value>[^\"]+)\"|\\b" + SHOWN + "=\"(?<text>[^\"]+)\"/g";
        return new Chooser(variable, "query_result(" + series.text() + ")", regex, meaning);
    }
}
