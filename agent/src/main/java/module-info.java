// SPDX-License-Identifier: Apache-2.0
/// The node agent: sources, snapshot, exposition.
module dev.lockstep.agent {
    requires transitive dev.lockstep.core;
    requires bcrypt;
    requires transitive dev.lockstep.shm;
    requires io.prometheus.metrics.config;
    requires io.prometheus.metrics.expositionformats;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires jdk.httpserver;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;

    exports dev.lockstep.agent;
    exports dev.lockstep.agent.config;
    exports dev.lockstep.agent.flight;
    exports dev.lockstep.agent.reader;
    exports dev.lockstep.agent.reader.all;
    exports dev.lockstep.agent.inspector.file;
    exports dev.lockstep.agent.inspector.line;
    exports dev.lockstep.agent.inspector.loss;
    exports dev.lockstep.agent.inspectorprom;
    exports dev.lockstep.agent.reader.ras;
    exports dev.lockstep.agent.snapshot;
    exports dev.lockstep.agent.source;
}
