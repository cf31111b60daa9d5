// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import io.prometheus.metrics.model.snapshots.MetricMetadata;

/// Where the two text formats differ as far as histograms go: in the lines above the series, and in the end.
enum TextDialect {
    PROMETHEUS("") {
        @Override
        String head(MetricMetadata of) {
            return "# HELP " + of.getPrometheusName() + " " + of.getHelp() + "\n" + type(of);
        }
    },
    OPEN_METRICS("# EOF\n") {
        @Override
        String head(MetricMetadata of) {
            return type(of)
                    + "# UNIT " + of.getPrometheusName() + " " + of.getUnit() + "\n"
                    + "# HELP " + of.getPrometheusName() + " " + of.getHelp() + "\n";
        }
    };

    private final String end;

    TextDialect(String end) {
        this.end = end;
    }

    /// The lines above a histogram in seconds whose help needs no escape, as all in the catalogue.
    abstract String head(MetricMetadata of);

    /// What stands once at the end.
    String end() {
        return end;
    }

    private static String type(MetricMetadata of) {
        return "# TYPE " + of.getPrometheusName() + " histogram\n";
    }
}
