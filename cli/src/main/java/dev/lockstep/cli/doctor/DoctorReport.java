// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import dev.lockstep.cli.doctor.Finding.Level;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The findings for a person, one line each, or for a program.
public final class DoctorReport {
    private static final JsonFactory JSON = new JsonFactory();

    private DoctorReport() {}

    /// One line a finding, then the sum:
    ///
    /// ```
    /// ok    agent          http://127.0.0.1:28029 is well
    /// warn  profiler slot  free: … -> set NCCL_PROFILER_PLUGIN=… for the job
    /// ```
    public static void print(List<Finding> findings, PrintWriter out) {
        int width = findings.stream()
                .mapToInt(finding -> finding.check().length())
                .max()
                .orElse(0);
        for (Finding finding : findings) {
            String remedy = finding.remedy().isEmpty() ? "" : " -> " + finding.remedy();
            out.println("%-5s %s  %s%s"
                    .formatted(
                            finding.level().word(),
                            finding.check() + " ".repeat(width - finding.check().length()),
                            oneLine(finding.what()),
                            oneLine(remedy)));
        }
        out.println(count(findings, Level.FAIL) + " failed, " + count(findings, Level.WARN) + " warnings");
        out.flush();
    }

    /// The same as one JSON object, `{"failed":0,"warnings":1,"findings":[…]}`.
    public static String json(List<Finding> findings) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("failed", count(findings, Level.FAIL));
            json.writeNumberProperty("warnings", count(findings, Level.WARN));
            json.writeArrayPropertyStart("findings");
            for (Finding finding : findings) {
                json.writeStartObject();
                json.writeStringProperty("check", finding.check());
                json.writeStringProperty("level", finding.level().word());
                json.writeStringProperty("what", finding.what());
                json.writeStringProperty("remedy", finding.remedy());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    /// How many findings are of this kind.
    public static int count(List<Finding> findings, Level level) {
        return Math.toIntExact(
                findings.stream().filter(finding -> finding.level() == level).count());
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
