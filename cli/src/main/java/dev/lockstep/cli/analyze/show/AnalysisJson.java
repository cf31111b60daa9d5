// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show;

import dev.lockstep.cli.analyze.read.ReadFolder;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.verdict.Coverage;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.model.DurationHistogram;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/// An analysis as one JSON object. What is not known is left out.
public final class AnalysisJson {
    private static final double[] QUANTILES = {0.5, 0.95, 0.99};
    private static final String[] QUANTILE_NAMES = {"p50", "p95", "p99"};

    private final JsonGenerator json;

    private AnalysisJson(JsonGenerator json) {
        this.json = json;
    }

    /// Writes it, with a line feed behind it.
    public static void write(ReadFolder folder, Collection<JobVerdict> verdicts, Writer out) {
        JsonFactory factory = JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            AnalysisJson analysis = new AnalysisJson(json);
            json.writeStartObject();
            json.writeNumberProperty("files", folder.files());
            json.writeNumberProperty("bytes", folder.bytes());
            json.writeNumberProperty("operations", folder.records());
            analysis.counts("refused", folder.lost());
            analysis.counts("suspect", folder.suspect());
            analysis.names("not_inspector", folder.foreign());
            json.writeArrayPropertyStart("jobs");
            verdicts.forEach(analysis::job);
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private void counts(String name, Map<String, Long> counts) {
        json.writeObjectPropertyStart(name);
        new TreeMap<>(counts).forEach(json::writeNumberProperty);
        json.writeEndObject();
    }

    private void names(String name, Collection<?> names) {
        json.writeArrayPropertyStart(name);
        names.forEach(each -> json.writeString(each.toString()));
        json.writeEndArray();
    }

    private void job(JobVerdict verdict) {
        json.writeStartObject();
        json.writeStringProperty("job_id", verdict.job().id());
        json.writeStringProperty("verdict", Verdicts.sentence(verdict));
        json.writeNumberProperty("ranks", verdict.job().ranks());
        names("hosts", verdict.job().hosts());
        json.writeBooleanProperty("world_ranks_known", verdict.job().world().isPresent());
        json.writeArrayPropertyStart("ranks_without_file");
        verdict.job().missingRanks().forEach(json::writeNumber);
        json.writeEndArray();
        if (verdict.times().isStepKnown()) {
            json.writeNumberProperty("steps", verdict.times().steps());
            verdict.times().stepSeconds().ifPresent(step -> json.writeNumberProperty("step_seconds", step));
        }
        json.writeNumberProperty("lost_gpu_seconds", verdict.lostGpuSeconds());
        coverage(verdict.coverage());
        json.writeArrayPropertyStart("findings");
        verdict.findings().forEach(this::finding);
        json.writeEndArray();
        names("notes", Verdicts.notes(verdict));
        json.writeArrayPropertyStart("processes");
        verdict.job().processes().forEach(process -> process(verdict, process));
        json.writeEndArray();
        json.writeArrayPropertyStart("series");
        SeriesTable.rows(verdict).forEach(this::series);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void coverage(Coverage coverage) {
        json.writeObjectPropertyStart("coverage");
        json.writeNumberProperty("operations", coverage.ofOperations());
        json.writeNumberProperty("ranks", coverage.ofRanks());
        json.writeNumberProperty("collectives_read", coverage.seen());
        json.writeNumberProperty("collectives_timed", coverage.timed());
        json.writeNumberProperty("gaps", coverage.gaps());
        json.writeNumberProperty("below_floor_or_ring", coverage.untold());
        json.writeNumberProperty("behind_last_record", coverage.tails());
        json.writeNumberProperty("refused", coverage.refused());
        json.writeNumberProperty("too_late", coverage.tooLate());
        json.writeNumberProperty("p2p_read", coverage.pointToPoint());
        json.writeNumberProperty("p2p_unreported", coverage.pointToPointUnreported());
        json.writeEndObject();
    }

    private void finding(Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("kind", finding.kind().label());
        json.writeStringProperty("severity", finding.severity().label());
        json.writeNumberProperty("confidence", finding.confidence());
        json.writeNumberProperty("magnitude", finding.magnitude());
        json.writeStringProperty("unit", finding.unit());
        json.writeArrayPropertyStart("culprits");
        finding.culprits().forEach(this::entity);
        json.writeEndArray();
        names("facts", finding.evidence().facts());
        json.writeStringProperty("next_step", finding.nextStep());
        json.writeEndObject();
    }

    private void entity(Entity entity) {
        json.writeStartObject();
        entity.node().ifPresent(node -> json.writeStringProperty("node", node));
        entity.rank().ifPresent(rank -> json.writeNumberProperty("rank", rank));
        entity.commRank().ifPresent(rank -> json.writeNumberProperty("comm_rank", rank));
        json.writeEndObject();
    }

    private void process(JobVerdict verdict, StudiedProcess process) {
        json.writeStartObject();
        json.writeStringProperty("host", process.host());
        json.writeNumberProperty("pid", process.processId());
        verdict.job().worldRank(process).ifPresent(rank -> json.writeNumberProperty("rank", rank));
        json.writeObjectPropertyStart("communicators");
        process.members()
                .forEach(
                        member -> json.writeNumberProperty(member.communicator().label(), member.rank()));
        json.writeEndObject();
        json.writeEndObject();
    }

    private void series(SeriesTable.Row row) {
        SizeSeries series = row.series();
        json.writeStartObject();
        json.writeStringProperty("comm", row.communicator().key().id());
        json.writeStringProperty("comm_name", row.communicator().name());
        json.writeNumberProperty("ranks", series.ranks());
        json.writeNumberProperty(
                "ranks_with_file", row.communicator().processes().size());
        json.writeNumberProperty("nodes", row.communicator().nodes());
        json.writeStringProperty("collective", series.function().ncclName());
        json.writeStringProperty("size", series.size().label());
        json.writeStringProperty("algo", series.shape().algorithm());
        json.writeStringProperty("proto", series.shape().protocol());
        json.writeNumberProperty("operations", series.records());
        json.writeNumberProperty("whole_instances", series.fullRows());
        quantiles("seconds", series.durations().histogram());
        json.writeNumberProperty("apparent_bus_bytes_per_second", series.apparentBusBytesPerSecond());
        if (SizeSeries.isAligned(series.function()) && series.fullRows() > 0) {
            quantiles("wait_seconds", series.waits().histogram());
            quantiles("transfer_seconds", series.transfers().histogram());
            json.writeNumberProperty("true_bus_bytes_per_second", series.trueBusBytesPerSecond());
        }
        json.writeEndObject();
    }

    private void quantiles(String name, DurationHistogram histogram) {
        json.writeObjectPropertyStart(name);
        for (int i = 0; i < QUANTILES.length; i++) {
            String quantile = QUANTILE_NAMES[i];
            histogram.quantileSeconds(QUANTILES[i]).ifPresent(value -> json.writeNumberProperty(quantile, value));
        }
        json.writeEndObject();
    }
}
