// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceWords;
import java.util.stream.Collectors;

/// The page at `/`, for a person with a browser: where the metrics are and how each source is.
final class IndexPage {
    private IndexPage() {}

    static String of(NodeSnapshot snapshot) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="utf-8"><title>Lockstep agent on %1$s</title></head>
                <body>
                <h1>Lockstep agent on %1$s</h1>
                <p><a href="/metrics">/metrics</a> for Prometheus, <a href="/healthz">/healthz</a> for probes,
                <a href="/config">/config</a> for what holds and who set it.</p>
                <ul>
                %2$s</ul>
                </body>
                </html>
                """.formatted(escape(snapshot.node()), sources(snapshot));
    }

    private static String sources(NodeSnapshot snapshot) {
        String read = snapshot.sources().stream()
                .map(source -> "<li>" + source.name() + ": " + escape(SourceWords.of(source)) + "</li>\n")
                .collect(Collectors.joining());
        String pending = snapshot.pending().stream()
                .map(name -> "<li>" + name + ": not read yet</li>\n")
                .collect(Collectors.joining());
        return read + pending;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
