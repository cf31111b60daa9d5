// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import dev.lockstep.cli.text.Html;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A digest as one page that loads nothing and can be sent around. Everything that a job or node is called is escaped.
final class DigestPage {
    private static final String BEGIN = """
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>lockstep report</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.3rem } h2 { font-size: 1.05rem; margin-top: 2rem }
        .bar { display: grid; grid-template-columns: 14rem 1fr 6rem; gap: .8rem; align-items: center }
        .bar i { display: block; height: .8rem; border-radius: 3px; background: #c2410c }
        .bar b { text-align: right; font-weight: normal } pre { overflow-x: auto; padding: 1rem; background: #f5f7fa }
        @media (prefers-color-scheme: dark) { body { background: #14171d; color: #e6e9ef } pre { background: #1c2129 }
          .bar i { background: #fb923c } }
        </style>
        """;

    /// Bars of one picture.
    private static final int BARS_MAX = 12;

    private record Bar(String name, double gpuHours) {}

    private DigestPage() {}

    static String of(Digest digest) {
        List<Bar> causes = digest.lost().stream()
                .map(each -> new Bar(each.cause(), each.gpuHours()))
                .toList();
        List<Bar> nodes = digest.suspects().stream()
                .map(each -> new Bar(each.name(), each.gpuHours()))
                .toList();
        List<Bar> jobs = digest.jobs().stream()
                .map(each -> new Bar(each.jobId(), each.gpuHours()))
                .toList();
        return BEGIN + "<h1>" + Html.escaped(DigestText.headline(digest)) + "</h1>\n"
                + bars("GPU hours lost, by cause", causes)
                + bars("GPU hours lost, by node", nodes)
                + bars("GPU hours lost, by job", jobs)
                + "<h2>All of it</h2>\n<pre>"
                + DigestText.of(digest).stream().map(Html::escaped).collect(Collectors.joining("\n"))
                + "</pre>\n</html>\n";
    }

    private static String bars(String title, List<Bar> all) {
        List<Bar> shown =
                all.stream().filter(bar -> bar.gpuHours() > 0).limit(BARS_MAX).toList();
        double most = shown.stream().mapToDouble(Bar::gpuHours).max().orElse(0);
        if (shown.isEmpty()) {
            return "";
        }
        return "<h2>" + title + "</h2>\n"
                + shown.stream().map(bar -> bar(bar, most)).collect(Collectors.joining());
    }

    private static String bar(Bar bar, double most) {
        return String.format(
                Locale.ROOT,
                "<div class=\"bar\"><span>%s</span><i style=\"width:%.1f%%\"></i><b>%s</b></div>%n",
                Html.escaped(bar.name()),
                100 * bar.gpuHours() / most,
                DigestText.hours(bar.gpuHours()));
    }
}
