// SPDX-License-Identifier: Apache-2.0
/// The pure core: model, metric catalogue, analysis. Requires nothing at run time but `java.base`.
module dev.lockstep.core {
    requires static transitive org.jspecify;

    exports dev.lockstep.core.analysis;
    exports dev.lockstep.core.analysis.blame;
    exports dev.lockstep.core.analysis.brain;
    exports dev.lockstep.core.analysis.cause;
    exports dev.lockstep.core.analysis.cause.all;
    exports dev.lockstep.core.analysis.cause.bench;
    exports dev.lockstep.core.analysis.cause.dcgm;
    exports dev.lockstep.core.analysis.cause.end;
    exports dev.lockstep.core.analysis.cause.flight;
    exports dev.lockstep.core.analysis.cause.gpu;
    exports dev.lockstep.core.analysis.cause.incident;
    exports dev.lockstep.core.analysis.cause.inspector;
    exports dev.lockstep.core.analysis.cause.link;
    exports dev.lockstep.core.analysis.cause.ras;
    exports dev.lockstep.core.analysis.clue;
    exports dev.lockstep.core.analysis.duration.outlier;
    exports dev.lockstep.core.analysis.duration.verdict;
    exports dev.lockstep.core.analysis.duration;
    exports dev.lockstep.core.analysis.hang;
    exports dev.lockstep.core.analysis.hardware;
    exports dev.lockstep.core.analysis.incident;
    exports dev.lockstep.core.analysis.job;
    exports dev.lockstep.core.analysis.link;
    exports dev.lockstep.core.analysis.match;
    exports dev.lockstep.core.config;
    exports dev.lockstep.core.feed;
    exports dev.lockstep.core.metric;
    exports dev.lockstep.core.metric.page;
    exports dev.lockstep.core.model;
    exports dev.lockstep.core.model.connection;
    exports dev.lockstep.core.model.device;
    exports dev.lockstep.core.model.time;
    exports dev.lockstep.core.model.trouble;
    exports dev.lockstep.core.nccl;
    exports dev.lockstep.core.role;
    exports dev.lockstep.core.wire;
}
