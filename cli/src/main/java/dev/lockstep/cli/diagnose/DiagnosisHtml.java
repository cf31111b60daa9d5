// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import dev.lockstep.cli.text.Html;
import dev.lockstep.core.analysis.cause.Diagnosis;
import java.util.List;
import java.util.stream.Collectors;

/// The verdict as one page without anything to load, to send around. Everything that an input said is escaped.
final class DiagnosisHtml {
    private static final String BEGIN = """
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>lockstep diagnose</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.2rem } pre { white-space: pre-wrap; overflow-wrap: anywhere }
        .P0 { color: #b00020 } .P1 { color: #b36b00 } .P2 { color: #6b6b00 }
        @media (prefers-color-scheme: dark) { body { background: #111; color: #ddd }
          .P0 { color: #ff6b81 } .P1 { color: #ffb74d } .P2 { color: #e0d060 } }
        </style>
        """;

    private DiagnosisHtml() {}

    static String of(Diagnosis diagnosis, Redaction redaction) {
        List<String> lines =
                DiagnosisText.of(diagnosis).stream().map(redaction::apply).toList();
        String severity = diagnosis.severity().name();
        return BEGIN + "<h1 class=\"" + severity + "\">" + severity + ": " + diagnosis.incidents()
                + (diagnosis.incidents() == 1 ? " incident" : " incidents") + "</h1>\n<pre>"
                + lines.stream().map(DiagnosisHtml::marked).collect(Collectors.joining("\n")) + "</pre>\n</html>\n";
    }

    private static String marked(String line) {
        String safe = Html.escaped(line);
        boolean isVerdict = safe.startsWith("P0  ") || safe.startsWith("P1  ") || safe.startsWith("P2  ");
        return isVerdict ? "<b class=\"" + safe.substring(0, 2) + "\">" + safe + "</b>" : safe;
    }
}
