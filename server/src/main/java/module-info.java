// SPDX-License-Identifier: Apache-2.0
/// The brain's process: ingest, incidents, history, API.
module dev.lockstep.server {
    requires transitive dev.lockstep.core;
    requires duckdb.jdbc;
    requires io.helidon.common.tls;
    requires io.helidon.common.uri;
    requires io.helidon.http;
    requires io.helidon.http.encoding;
    requires io.helidon.webserver;
    requires io.helidon.webserver.sse;
    requires io.prometheus.metrics.config;
    requires io.prometheus.metrics.expositionformats;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires java.logging;
    requires java.net.http;
    requires java.sql;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;

    exports dev.lockstep.server;
    exports dev.lockstep.server.config;
    exports dev.lockstep.server.history;
}
