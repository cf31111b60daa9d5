// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import java.util.List;
import java.util.Locale;

/// One node's readings as dcgm-exporter writes them.
///
/// @param hostLabel `Hostname`, or `hostname` as newer versions spell it
record DcgmText(String hostLabel, String node, List<SimulatedGpu> gpus) {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String MODEL = "NVIDIA H100 80GB HBM3";
    private static final String DRIVER = "570.124.06";

    /// In the order of the GPUs.
    String of(List<GpuReading> readings) {
        StringBuilder text = new StringBuilder();
        for (DcgmField field : DcgmField.values()) {
            text.append("# HELP ")
                    .append(field)
                    .append(' ')
                    .append(field.help())
                    .append('\n');
            text.append("# TYPE ")
                    .append(field)
                    .append(' ')
                    .append(field.type())
                    .append('\n');
            for (SimulatedGpu gpu : gpus) {
                text.append(field).append(labels(gpu)).append(' ');
                text.append(number(field.of(readings.get(gpu.index())))).append('\n');
            }
        }
        return text.toString();
    }

    private String labels(SimulatedGpu gpu) {
        return "{gpu=\"%d\",UUID=\"%s\",pci_bus_id=\"%s\",device=\"nvidia%d\",modelName=\"%s\",%s=\"%s\",DCGM_FI_DRIVER_VERSION=\"%s\"}"
                .formatted(gpu.index(), gpu.uuid(), gpu.pciBusId(), gpu.index(), MODEL, hostLabel, node, DRIVER);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? "%d".formatted((long) value) : String.format(Locale.ROOT, "%.3f", value);
    }
}
