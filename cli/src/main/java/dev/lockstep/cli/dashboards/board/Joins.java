// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Foreign;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.cli.dashboards.promql.Variable;
import dev.lockstep.core.metric.NcclMetrics;

/// Expressions that several dashboards share: names of communicators, GPUs of ranks, hosts of nodes, health of jobs.
final class Joins {
    static final String JOB_COMM = Expr.list(Labels.JOB_ID, Labels.COMM);
    static final String JOB_RANK = Expr.list(Labels.JOB_ID, Labels.RANK, Labels.NODE);
    static final Series RANK = Series.of(NcclMetrics.RANK);

    private static final String HOST = "host";
    private static final String FIRST_NOT_EMPTY = ";?([^;]+).*";

    private Joins() {}

    /// With name and role of the communicator. What belongs to none (`comm="other"`) stays as it is.
    static Expr named(Expr series) {
        String names = Expr.list(Labels.COMM_NAME, Labels.ROLE);
        Expr communicators = Expr.one(Recorded.COMMUNICATOR.in(Variable.JOBS).now(), JOB_COMM, names);
        return series.joined(JOB_COMM, names, communicators).orElse(JOB_COMM, series);
    }

    /// With the UUID of the rank's GPU. Ranks of unknown GPU stay as they are.
    static Expr withGpu(Expr series) {
        Expr gpus = Expr.one(
                RANK.in(Variable.JOBS)
                        .isNot(Labels.UUID, "")
                        .isNot(Labels.RANK, "")
                        .now(),
                JOB_RANK,
                Labels.UUID);
        return series.joined(JOB_RANK, Labels.UUID, gpus).orElse(JOB_RANK, series);
    }

    /// A series of DCGM, of the GPUs on which these ranks run, with their rank and node: joined on the UUID.
    static Expr ofRanks(Series dcgm, Selector ranks) {
        Expr known = ranks.isNot(Labels.UUID, "").now().relabelled(Labels.DCGM_UUID, Labels.UUID, "(.+)");
        String carried = Expr.list(Labels.RANK, Labels.NODE);
        return dcgm.all().now().joined(Labels.DCGM_UUID, carried, Expr.one(known, Labels.DCGM_UUID, carried));
    }

    /// Rates of node_exporter's series summed over devices, of the nodes of the chosen job. A series belongs to the
    /// node that its label `node` names, else to the host that node_uname_info names.
    static Expr ofNodes(Selector counter) {
        Expr hosts = Expr.one(Foreign.HOST.all().now(), Labels.INSTANCE, Labels.NODENAME);
        return counter.rate()
                .joined(Labels.INSTANCE, Labels.NODENAME, hosts)
                .joinedLabels(HOST, ";", Labels.NODE, Labels.NODENAME)
                .relabelled(Labels.NODE, HOST, FIRST_NOT_EMPTY)
                .sum(Labels.NODE)
                .knownTo(
                        Labels.NODE,
                        Series.of(NcclMetrics.COMMUNICATOR_INFO)
                                .in(Variable.JOB, Variable.NODES)
                                .now());
    }

    /// Of each job: 3 where a P0 alert fires, 2 and 1 for P1 and P2, 0 where none does.
    static Expr health(Variable job) {
        Expr quiet = Recorded.COMMUNICATOR.in(job).now().group(Labels.JOB_ID).times(Expr.of(0));
        return firing(job, "P0")
                .group(Labels.JOB_ID)
                .times(Expr.of(3))
                .or(firing(job, "P1").group(Labels.JOB_ID).times(Expr.of(2)))
                .or(firing(job, "P2").group(Labels.JOB_ID))
                .or(quiet);
    }

    private static Expr firing(Variable job, String severity) {
        return Foreign.ALERTS
                .in(job)
                .isNot(Labels.JOB_ID, "")
                .is(Labels.ALERTSTATE, "firing")
                .is(Labels.SEVERITY, severity)
                .now();
    }
}
