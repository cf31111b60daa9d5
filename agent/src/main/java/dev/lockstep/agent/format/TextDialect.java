// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricKind;
import dev.lockstep.core.metric.MetricUnit;

/// Where the two text formats differ: in the lines above the series, and in the end. The catalogue's help needs no
/// escape.
enum TextDialect {
    PROMETHEUS("") {
        @Override
        String head(MetricFamily of) {
            MetricKind kind = of.kind() == MetricKind.INFO ? MetricKind.GAUGE : of.kind();
            return "# HELP " + of.name() + " " + of.help() + "\n# TYPE " + of.name() + " " + kind.label() + "\n";
        }
    },
    OPEN_METRICS("# EOF\n") {
        @Override
        String head(MetricFamily of) {
            String name = of.baseName();
            String unit = of.unit() == MetricUnit.NONE
                    ? ""
                    : "# UNIT " + name + " " + of.unit().label() + "\n";
            return "# TYPE " + name + " " + of.kind().label() + "\n" + unit + "# HELP " + name + " " + of.help() + "\n";
        }
    };

    private final String end;

    TextDialect(String end) {
        this.end = end;
    }

    /// The lines above the series of a family.
    abstract String head(MetricFamily of);

    /// What stands once at the end.
    String end() {
        return end;
    }
}
