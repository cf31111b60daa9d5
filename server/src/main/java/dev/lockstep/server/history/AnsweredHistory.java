// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.history;

import dev.lockstep.server.history.BrainHistory.Told;
import dev.lockstep.server.history.BrainHistory.Verdict;
import dev.lockstep.server.json.IncidentJson;
import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The history that a running brain tells: its incidents, and nothing of hours.
public final class AnsweredHistory {
    private AnsweredHistory() {}

    /// Of an answer to `/api/v1/incidents`.
    ///
    /// @throws IOException if it is none
    public static BrainHistory of(byte[] answer) throws IOException {
        try {
            JsonTree tree = JsonTree.read(answer);
            List<Told> incidents = new ArrayList<>();
            for (JsonTree each : tree.objects("incidents")) {
                incidents.add(new Told(IncidentJson.read(each), verdict(each)));
            }
            List<String> gaps = new ArrayList<>();
            gaps.add("A running brain tells incidents only: what late ranks cost, and what operations took, is in its"
                    + " store (--store-dir).");
            long total = tree.number("total");
            if (total > incidents.size()) {
                gaps.add("Only the latest %,d of %,d incidents were told.".formatted(incidents.size(), total));
            }
            return new BrainHistory(incidents, List.of(), List.of(), gaps);
        } catch (Unfit unfit) {
            throw new IOException("this is no answer of a brain: " + unfit.getMessage(), unfit);
        }
    }

    private static Optional<Verdict> verdict(JsonTree incident) throws Unfit {
        if (!incident.names().contains("judgement")) {
            return Optional.empty();
        }
        boolean isFalse = incident.object("judgement").text("verdict").equals("false");
        return Optional.of(isFalse ? Verdict.FALSE : Verdict.CONFIRMED);
    }
}
