// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ReportedTiming;
import dev.lockstep.core.model.ReportedTiming.Meaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Inspector's `.prom` files become gauges as long as they are rewritten.
final class PromSourceTest {
    private static final Instant WRITTEN = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant SOON = WRITTEN.plusSeconds(5);
    private static final String GPU = "da8b1dae-9427-ea84-3529-27251cf22521";
    private static final String OTHER_GPU = "c992d16e-ffd7-3bfd-125d-0ddb0397f475";

    private static final String MEAN = """
            nccl_bus_bandwidth_gbs{LABELS} 96.844
            nccl_collective_exec_time_microseconds{LABELS} 284.801
            """;
    private static final String LABELS = "version=\"v5.1\",slurm_job_id=\"4242\",node=\"host-b\",gpu=\"GPU0\","
            + "comm_name=\"DP_7\",n_nodes=\"1\",nranks=\"2\",collective=\"AllGather\",message_size=\"16-17MB\","
            + "algo_proto=\"NVLS_TREE_SIMPLE\"";

    @TempDir
    Path folder = Path.of("");

    private PromSource source = new PromSource(List.of(), new NodeNames("a", "a"));

    @BeforeEach
    void begin() {
        source = new PromSource(List.of(folder), new NodeNames("node-a", "host-a"));
    }

    @Test
    void readsTheMeansOfVersion230() throws IOException {
        write(GPU, mean(LABELS), WRITTEN);

        ReportedTiming timing = readAt(SOON).timings().getFirst();

        assertThat(timing.meaning()).isEqualTo(Meaning.MEAN);
        assertThat(timing.seconds()).hasValue(284.801e-6);
        assertThat(timing.bytesPerSecond()).hasValue(96.844e9);
        assertThat(timing.operation().node()).isEqualTo("host-b");
        assertThat(timing.operation().gpuUuid()).isEqualTo(GPU);
        assertThat(timing.operation().jobId()).isEqualTo("4242");
        assertThat(timing.operation().comm()).isEmpty();
        assertThat(timing.operation().commRank()).isEmpty();
        assertThat(timing.operation().commName()).isEqualTo("DP_7");
        assertThat(timing.operation().ranks()).hasValue(2);
        assertThat(timing.operation().nodes()).hasValue(1);
        assertThat(timing.operation().function()).isEqualTo(NcclFunction.ALL_GATHER);
        assertThat(timing.operation().messageSize()).isEqualTo("16-17MB");
        assertThat(timing.operation().algorithm()).isEqualTo("NVLS_TREE");
        assertThat(timing.operation().protocol()).isEqualTo("SIMPLE");
        assertThat(readAt(SOON).refused()).isEmpty();
    }

    @Test
    void readsSendAndRecv() throws IOException {
        String labels = "slurm_job_id=\"unknown\",node=\"host-a\",gpu=\"GPU0\",comm_name=\"unknown\",n_nodes=\"2\","
                + "nranks=\"2\",p2p_operation=\"Send\",message_size=\"16-17MB\"";
        write(
                GPU,
                "nccl_p2p_bus_bandwidth_gbs{" + labels + "} 29.6886\nnccl_p2p_exec_time_microseconds{" + labels
                        + "} 626.827\n",
                WRITTEN);

        ReportedTiming timing = readAt(SOON).timings().getFirst();

        assertThat(timing.operation().function()).isEqualTo(NcclFunction.SEND);
        assertThat(timing.operation().node()).isEqualTo("node-a");
        assertThat(timing.operation().jobId()).isEmpty();
        assertThat(timing.operation().commName()).isEmpty();
        assertThat(timing.seconds()).hasValue(626.827e-6);
    }

    @Test
    void readsTheLastOperationOfVersion229() throws IOException {
        String labels = "comm_id=\"0xd152c00f111816\",hostname=\"host-a\",rank=\"4\",slurm_job=\"unknown\","
                + "slurm_job_id=\"17\",nranks=\"8\",n_nodes=\"1\",gpu_device_id=\"GPU4\",collective=\"AllReduce\","
                + "coll_sn=\"228924\",timestamp=\"2025-10-17T03:31:47Z\",message_size=\"2.00GB\"";
        write(GPU, "nccl_algorithm_bandwidth_gbs{" + labels + "} 100\n" + mean(labels), WRITTEN);

        Reading.Fresh reading = readAt(SOON);
        ReportedTiming timing = reading.timings().getFirst();

        assertThat(timing.meaning()).isEqualTo(Meaning.LAST);
        assertThat(timing.operation().comm()).isEqualTo("d152c00f111816");
        assertThat(timing.operation().commRank()).hasValue(4);
        assertThat(timing.operation().ranks()).hasValue(8);
        assertThat(timing.operation().messageSize()).isEqualTo("2.00GB");
        assertThat(reading.refused()).containsOnly(entry("other_metric", 1L));
    }

    @Test
    void tellsGpusOfEqualLabelsApartByTheirFiles() throws IOException {
        write(GPU, mean(LABELS), WRITTEN);
        write(OTHER_GPU, mean(LABELS), WRITTEN);

        assertThat(readAt(SOON).timings())
                .extracting(timing -> timing.operation().gpuUuid())
                .containsExactlyInAnyOrder(GPU, OTHER_GPU);
        assertThat(readAt(SOON).refused()).isEmpty();
    }

    @Test
    void showsOneOfTwoFilesOfTheSameGpuAndCountsTheOther() throws IOException {
        Path second = Files.createDirectory(folder.resolve("second"));
        write(GPU, mean(LABELS), WRITTEN);
        Files.copy(path(GPU), second.resolve(path(GPU).getFileName()));
        touch(second.resolve(path(GPU).getFileName()), WRITTEN);
        source = new PromSource(List.of(folder, second), new NodeNames("node-a", "host-a"));

        assertThat(readAt(SOON).timings()).hasSize(1);
        assertThat(readAt(SOON).refused()).containsOnly(entry("duplicate_series", 1L));
    }

    @Test
    void showsTheFormerValuesUntilARewrittenFileStandsStill() throws IOException {
        write(GPU, mean(LABELS), WRITTEN);
        assertThat(seconds(SOON)).containsExactly(284.801e-6);

        write(GPU, "", WRITTEN.plusSeconds(30));
        assertThat(seconds(SOON.plusSeconds(30))).containsExactly(284.801e-6);
        write(GPU, mean(LABELS).replace("284.801", "300"), WRITTEN.plusSeconds(30));
        assertThat(seconds(SOON.plusSeconds(31))).containsExactly(284.801e-6);

        assertThat(seconds(SOON.plusSeconds(32))).containsExactly(300e-6);
        assertThat(readAt(SOON.plusSeconds(32)).refused()).isEmpty();
    }

    @Test
    void doesNotReadAFileThatIsBeingWrittenAtFirstSight() throws IOException {
        write(GPU, mean(LABELS), WRITTEN);

        assertThat(seconds(WRITTEN)).isEmpty();
        assertThat(seconds(WRITTEN.plusMillis(500))).hasSize(1);
    }

    @Test
    void readsTheWholeLinesOfAFileThatWasLeftHalfWritten() throws IOException {
        write(GPU, mean(LABELS) + "nccl_bus_bandwidth_gbs{version=\"v5.1\",slu", WRITTEN);

        assertThat(seconds(SOON)).hasSize(1);
        assertThat(readAt(SOON).refused()).containsOnly(entry("cut_line", 1L));
    }

    @Test
    void endsTheValuesOfAFileThatIsNotRewrittenAndCountsItOnce() throws IOException {
        write(GPU, mean(LABELS), WRITTEN);
        Instant stale = WRITTEN.plus(PromLimits.STALE_AFTER);

        assertThat(seconds(stale.minusMillis(1))).hasSize(1);
        assertThat(seconds(stale)).isEmpty();
        assertThat(readAt(stale.plusSeconds(1)).refused()).containsOnly(entry("stale_file", 1L));

        write(GPU, mean(LABELS), stale.plusSeconds(2));
        readAt(stale.plusSeconds(3));
        assertThat(seconds(stale.plusSeconds(4))).hasSize(1);
    }

    @Test
    void waitsThreeOfTheIntervalsThatItHasSeen() throws IOException {
        Duration interval = Duration.ofMinutes(5);
        write(GPU, mean(LABELS), WRITTEN);
        assertThat(seconds(SOON)).hasSize(1);
        write(GPU, mean(LABELS), WRITTEN.plus(interval));
        Instant changed = SOON.plus(interval);
        readAt(changed);

        Instant stale = changed.plus(interval.multipliedBy(PromLimits.STALE_INTERVALS));

        assertThat(seconds(stale.minusMillis(1))).hasSize(1);
        assertThat(seconds(stale)).isEmpty();
    }

    @Test
    void believesItsOwnClockOnceItHasSeenAChange() throws IOException {
        write(GPU, mean(LABELS), WRITTEN.minus(Duration.ofHours(1)));
        assertThat(seconds(SOON)).isEmpty();

        write(GPU, mean(LABELS), WRITTEN.minus(Duration.ofHours(1)).plusSeconds(30));
        readAt(SOON.plusSeconds(30));

        assertThat(seconds(SOON.plusSeconds(31))).hasSize(1);
    }

    @Test
    void endsWithTheFile() throws IOException {
        write(GPU, mean(LABELS), WRITTEN);
        assertThat(seconds(SOON)).hasSize(1);

        Files.delete(path(GPU));

        assertThat(seconds(SOON)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'} 284.801',    '} nan',                 impossible_value",
        "'} 284.801',    '} -1',                  impossible_value",
        "'} 284.801',    '} inf',                 impossible_value",
        "'} 284.801',    '} fast',                bad_line",
        "'} 284.801',    '} ',                    bad_line",
        "'version=\"v5.1\",', 'nranks=\"2\",',    bad_line",
        "'SIMPLE\"}',    'SIMPLE}',               bad_line"
    })
    void refusesAndCountsOneLine(String good, String bad, String reason) throws IOException {
        String text = mean(LABELS);
        int at = text.lastIndexOf(good);
        assertThat(at).isPositive();
        write(GPU, text.substring(0, at) + bad + text.substring(at + good.length()), WRITTEN);

        Reading.Fresh reading = readAt(SOON);

        assertThat(reading.timings()).hasSize(1);
        assertThat(reading.timings().getFirst().seconds()).isEmpty();
        assertThat(reading.refused()).containsOnly(entry(reason, 1L));
    }

    @Test
    void readsLabelsThatInspectorShouldHaveEscaped() throws IOException {
        write(GPU, mean(LABELS.replace("DP_7", "a \"group\", {of} \\\\8")), WRITTEN);

        assertThat(readAt(SOON).timings().getFirst().operation().commName()).isEqualTo("a \"group\", {of} \\\\8");
        assertThat(readAt(SOON).refused()).isEmpty();
    }

    @Test
    void countsTheSameLabelsTwiceInAFile() throws IOException {
        write(GPU, mean(LABELS) + mean(LABELS).replace("284.801", "1"), WRITTEN);

        assertThat(seconds(SOON)).containsExactly(284.801e-6);
        assertThat(readAt(SOON).refused()).containsOnly(entry("duplicate_series", 2L));
    }

    @Test
    void keepsWithinItsLimits() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < PromLimits.TIMINGS_PER_FILE_MAX + 10; i++) {
            text.append(mean(LABELS.replace("DP_7", "DP_" + i)));
        }
        write(GPU, text.toString(), WRITTEN);
        write(OTHER_GPU, "x".repeat(PromLimits.FILE_BYTES_MAX + 1), WRITTEN);
        Files.createSymbolicLink(path("link"), path(GPU));

        assertThat(readAt(SOON).timings()).hasSize(PromLimits.TIMINGS_PER_FILE_MAX);
        assertThat(readAt(SOON).refused())
                .isEqualTo(Map.of("timings_over_limit", 20L, "file_too_long", 1L, "not_a_file", 1L));
    }

    @Test
    void isAbsentWithoutDirectory() {
        source = new PromSource(List.of(folder.resolve("none")), new NodeNames("node-a", "host-a"));

        assertThat(source.read(SOON)).isInstanceOf(Reading.Absent.class);
    }

    private List<Double> seconds(Instant now) {
        return readAt(now).timings().stream()
                .map(timing -> timing.seconds().orElseThrow())
                .toList();
    }

    private Reading.Fresh readAt(Instant now) {
        return (Reading.Fresh) source.read(now);
    }

    private static String mean(String labels) {
        return MEAN.replace("LABELS", labels);
    }

    private Path path(String gpuUuid) {
        return folder.resolve("nccl_inspector_metrics_" + gpuUuid + ".prom");
    }

    private void write(String gpuUuid, String text, Instant modified) throws IOException {
        Files.writeString(path(gpuUuid), text);
        touch(path(gpuUuid), modified);
    }

    private static void touch(Path file, Instant modified) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(modified));
    }
}
