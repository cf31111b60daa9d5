// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

/// What a number is, by the names that Grafana has for it.
public enum Unit {
    NUMBER("short"),
    SHARE("percentunit"),
    PERCENT("percent"),
    SECONDS("s"),
    BYTES("bytes"),
    MEBIBYTES("mbytes"),
    BYTES_PER_SECOND("Bps"),
    PER_SECOND("cps"),
    WATT("watt"),
    CELSIUS("celsius"),
    HERTZ("hertz"),
    TEXT("string");

    private final String id;

    Unit(String id) {
        this.id = id;
    }

    /// Grafana's name.
    public String id() {
        return id;
    }
}
