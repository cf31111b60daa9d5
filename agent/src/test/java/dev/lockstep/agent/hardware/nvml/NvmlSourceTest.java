// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.Throttle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Against a library of our own, compiled by the test: src/test/c/nvml_stub.c says how its two GPUs are.
class NvmlSourceTest {
    private static final Instant NOW = Instant.ofEpochSecond(10);

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private Path directory;

    private NvmlSource source(String... definitions) throws IOException, InterruptedException {
        Path root = Path.of(System.getProperty("lockstep.root", ".."));
        Path library = directory.resolve("libnvidia-ml.so.1");
        List<String> command =
                new ArrayList<>(List.of("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"));
        command.addAll(List.of(definitions));
        command.addAll(List.of(
                "-o",
                library.toString(),
                root.resolve("agent/src/test/c/nvml_stub.c").toString()));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        assertThat(exit).isZero();
        return new NvmlSource(library.toString());
    }

    private static DeviceReport report(Reading reading) {
        return ((Reading.Fresh) reading).devices();
    }

    @Test
    void tellsHowEachGpuIs() throws IOException, InterruptedException {
        try (NvmlSource source = source()) {
            List<GpuHealth> gpus = report(source.read(NOW)).gpus();

            assertThat(gpus).hasSize(2);
            GpuHealth well = gpus.getFirst();
            assertThat(well.gpu().uuid()).contains("GPU-00000000-1111-2222-3333-444444444444");
            assertThat(well.gpu().pciBusId()).contains("0000:17:00.0");
            assertThat(well.identity())
                    .isEqualTo(new GpuHealth.Identity(
                            Optional.of("NVIDIA H100 80GB HBM3"),
                            Optional.of("96.00.74.00.01"),
                            Optional.of("570.86.15"),
                            Optional.of("ab000000-0000-0000-0000-000000000000/7")));
            assertThat(well.gauges())
                    .containsEntry(GpuGauge.POWER, 650.5)
                    .containsEntry(GpuGauge.SM_CLOCK, 1.98e9)
                    .containsEntry(GpuGauge.MEMORY_TEMPERATURE, 88.0)
                    .containsEntry(GpuGauge.MEMORY_USED, (double) (70L << 30))
                    .containsEntry(GpuGauge.PCIE_RECEIVED, 204_800.0)
                    .containsEntry(GpuGauge.PROCESSES, 1.0);
            assertThat(well.throttles()).contains(java.util.Set.of(Throttle.POWER_CAP));
            assertThat(gpus.getLast().throttles().orElseThrow())
                    .containsExactlyInAnyOrder(Throttle.HARDWARE_SLOWDOWN, Throttle.HARDWARE_THERMAL);
            assertThat(gpus.getLast().counts())
                    .containsEntry(GpuCount.ECC_CORRECTED, 12L)
                    .containsEntry(GpuCount.ECC_UNCORRECTED, 1L);
            assertThat(gpus.getLast().gauges()).containsEntry(GpuGauge.REMAP_PENDING, 1.0);
        }
    }

    @Test
    void leavesOutMarksForNoValue() throws IOException, InterruptedException {
        try (NvmlSource source = source()) {
            List<GpuHealth> gpus = report(source.read(NOW)).gpus();

            assertThat(gpus.getLast().gauges()).doesNotContainKey(GpuGauge.POWER);
            assertThat(gpus.getFirst().counts()).doesNotContainKey(GpuCount.ECC_UNCORRECTED);
            assertThat(gpus.getLast().identity().fabric()).isEmpty();
        }
    }

    @Test
    void tellsOfNvLinksThatWereUp() throws IOException, InterruptedException {
        try (NvmlSource source = source()) {
            List<DeviceLink> links = report(source.read(NOW)).links();

            assertThat(links)
                    .extracting(DeviceLink::device)
                    .containsExactly("gpu0/nvlink0", "gpu0/nvlink1", "gpu0/nvlink2", "gpu1/nvlink0", "gpu1/nvlink1");
            DeviceLink ill = links.getLast();
            assertThat(ill.totals().of(LinkError.RETRANSMIT)).isEqualTo(7);
            assertThat(ill.totals().errors()).doesNotContainKey(LinkError.LOCAL);
            assertThat(ill.totals().bytes().sent()).hasValue(1_024_000);
            assertThat(ill.rate().bytesPerSecond()).hasValue(26_562e6);
        }
    }

    @Test
    void countsAnXidOnce() throws IOException, InterruptedException {
        try (NvmlSource source = source()) {
            assertThat(report(source.read(NOW)).faults()).singleElement().satisfies(fault -> {
                assertThat(fault.code()).hasValue(79);
                assertThat(fault.gpu()).hasValue(1);
                assertThat(fault.isRoot()).isTrue();
            });
            assertThat(report(source.read(NOW)).faults())
                    .extracting(fault -> fault.count())
                    .containsExactly(1L);
        }
    }

    @Test
    void livesWithALibraryThatLacksFunctions() throws IOException, InterruptedException {
        try (NvmlSource source = source("-DOLD_LIBRARY")) {
            DeviceReport report = report(source.read(NOW));

            assertThat(report.gpus()).hasSize(2).allSatisfy(gpu -> {
                assertThat(gpu.gauges()).containsKey(GpuGauge.TEMPERATURE).doesNotContainKey(GpuGauge.REMAP_PENDING);
                assertThat(gpu.identity().fabric()).isEmpty();
            });
            assertThat(report.links())
                    .hasSize(5)
                    .allMatch(link -> link.totals().bytes().sent().isEmpty());
            assertThat(report.faults()).isEmpty();
        }
    }

    @Test
    void isAbsentWithoutADriverOrALibrary() throws IOException, InterruptedException {
        try (NvmlSource source = source("-DNO_DRIVER");
                NvmlSource none = new NvmlSource("libnvidia-ml-that-is-not-there.so.1")) {
            assertThat(source.read(NOW)).isInstanceOf(Reading.Absent.class);
            assertThat(none.read(NOW)).isInstanceOf(Reading.Absent.class);
        }
    }
}
