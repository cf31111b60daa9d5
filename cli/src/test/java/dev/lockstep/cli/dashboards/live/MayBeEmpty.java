// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import java.util.Map;
import java.util.Set;

/// The questions that may have no answer on a watched cluster with a late rank, each with the reason. The same list
/// stands in docs/operations/dashboards.md. It only shrinks.
final class MayBeEmpty {
    private static final String NO_BASELINE = "a baseline needs an hour of past";
    private static final String NO_INFINIBAND = "this host has no InfiniBand";
    private static final String NO_INCIDENT = "no incident may have opened yet";
    private static final String NOTHING_WRONG = "there is none while all is well";
    private static final String NO_HARDWARE = "this host has neither NICs nor GPUs";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("lockstep-cluster / Alerts over time", "no alert may have fired yet"),
            Map.entry("lockstep-cluster / P99 beside its baseline, the ten worst", NO_BASELINE),
            Map.entry("lockstep-job / Times over their baseline", NO_BASELINE),
            Map.entry("lockstep-job / P99 by collective and size / baseline {{collective}} {{size}}", NO_BASELINE),
            Map.entry("lockstep-job / P50 by collective and size / baseline {{collective}} {{size}}", NO_BASELINE),
            Map.entry("lockstep-job / InfiniBand", NO_INFINIBAND),
            Map.entry("lockstep-job / Network errors / {{node}} InfiniBand receiving", NO_INFINIBAND),
            Map.entry("lockstep-job / Network errors / {{node}} InfiniBand link down", NO_INFINIBAND),
            Map.entry("lockstep-brain / Open incidents", NO_INCIDENT),
            Map.entry("lockstep-brain / Incidents over time", NO_INCIDENT),
            Map.entry("lockstep-brain / GPUs lost, by cause", NO_INCIDENT),
            Map.entry("lockstep-links / Utilisation by device", NO_HARDWARE),
            Map.entry("lockstep-links / Busiest links", NO_HARDWARE),
            Map.entry("lockstep-links / Signs of congestion", NO_HARDWARE),
            Map.entry("lockstep-links / Errors and retries that cost time", NO_HARDWARE),
            Map.entry("lockstep-links / Errors by sort", NO_HARDWARE),
            Map.entry("lockstep-links / Links down", NO_HARDWARE),
            Map.entry("lockstep-links / Links, what they carry and what they are", NO_HARDWARE),
            Map.entry("lockstep-links / PCIe below what card and slot can do", NO_HARDWARE),
            Map.entry("lockstep-links / Faults that the driver reported", NO_HARDWARE),
            Map.entry("lockstep-links / Held back by heat or power", NO_HARDWARE),
            Map.entry("lockstep-links / Errors that jobs tell of", NOTHING_WRONG),
            Map.entry("lockstep-links / Time-outs that jobs tell of", NOTHING_WRONG),
            Map.entry("lockstep-links / Connections tried again", NOTHING_WRONG),
            Map.entry("lockstep-tuning / Phases of symmetric kernels", "they are switched on by the job"),
            Map.entry("lockstep-self / Records lost by reason", NOTHING_WRONG),
            Map.entry("lockstep-self / Suspect timings by reason", NOTHING_WRONG),
            Map.entry("lockstep-self / Refused by sources", NOTHING_WRONG),
            Map.entry("lockstep-self / Series folded", NOTHING_WRONG),
            Map.entry("lockstep-self / Flight records removed or failed", NOTHING_WRONG),
            Map.entry("lockstep-self / Time of recording rules", "this Prometheus does not scrape itself"));

    private MayBeEmpty() {}

    /// Whether the whole panel or this line of it is on the list.
    static boolean allows(Question question) {
        return REASONS.containsKey(question.panel()) || REASONS.containsKey(question.name());
    }

    /// What is on the list: `uid / panel` or `uid / panel / legend`.
    static Set<String> names() {
        return REASONS.keySet();
    }
}
