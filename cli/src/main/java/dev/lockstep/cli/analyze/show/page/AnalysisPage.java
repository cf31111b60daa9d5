// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

import dev.lockstep.cli.analyze.read.ReadFolder;
import dev.lockstep.cli.analyze.show.AnalysisText;
import dev.lockstep.cli.analyze.show.Verdicts;
import dev.lockstep.cli.text.Html;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// One page that says and draws it all and loads nothing: it can be sent by mail.
public final class AnalysisPage {
    private AnalysisPage() {}

    /// The whole page.
    public static String of(ReadFolder folder, List<JobVerdict> verdicts) {
        String jobs = verdicts.stream().map(AnalysisPage::job).collect(Collectors.joining("<hr>"));
        String text = String.join("\n", new AnalysisText(folder, verdicts).lines());
        return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\"><title>Lockstep analysis</title><style>"
                + PageStyle.CSS + "</style></head><body><main>" + jobs
                + "<h2>As text</h2><pre>" + Html.escaped(text) + "</pre></main></body></html>\n";
    }

    private static String job(JobVerdict verdict) {
        boolean isFound = !verdict.findings().isEmpty();
        StringBuilder page = new StringBuilder();
        page.append("<p class=\"job\">job ")
                .append(Html.escaped(verdict.job().id()))
                .append(" · ");
        page.append(verdict.job().ranks()).append(" ranks · ");
        page.append(Html.escaped(String.join(", ", verdict.job().hosts()))).append("</p>");
        page.append(isFound ? "<h1 class=\"found\">" : "<h1>");
        page.append(Html.escaped(Verdicts.sentence(verdict))).append("</h1>");
        verdict.findings().forEach(finding -> page.append(finding(finding)));
        List<String> notes = Verdicts.notes(verdict);
        if (!notes.isEmpty()) {
            page.append("<ul class=\"notes\">");
            notes.forEach(note -> page.append("<li>").append(Html.escaped(note)).append("</li>"));
            page.append("</ul>");
        }
        page.append("<h2>Who came late</h2><p>The darker, the later than its peers, for reasons of its own.</p>");
        page.append(RankHeat.of(verdict));
        page.append("<h2>Wait and transfer</h2><p class=\"legend\"><span><i class=\"kt\"></i>transfer</span>"
                + "<span><i class=\"kw\"></i>wait</span> of a mean rank in one step, over the run</p>");
        page.append(TimeLine.of(verdict));
        page.append("<h2>Latency by size</h2><p>Dots: median of the transfer. Lines: time in the kernel, waits"
                + " included, from the median to the 99th percentile.</p>");
        page.append(LatencyBySize.of(verdict));
        return page.toString();
    }

    private static String finding(Finding finding) {
        List<String> facts = finding.evidence().facts();
        String list = facts.stream()
                .skip(1)
                .map(fact -> "<li>" + Html.escaped(fact) + "</li>")
                .collect(Collectors.joining());
        return "<section><h3>" + finding.severity() + " · "
                + Html.escaped(finding.kind().label()) + " · "
                + String.format(Locale.ROOT, "%.0f %% sure", Math.floor(100 * finding.confidence())) + "</h3><p>"
                + Html.escaped(facts.getFirst()) + "</p><ul>" + list + "</ul><p class=\"next\">"
                + Html.escaped(finding.nextStep()) + "</p></section>";
    }
}
