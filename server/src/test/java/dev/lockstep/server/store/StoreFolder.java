// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Makes the store of a brain that was there before.
public final class StoreFolder {
    private StoreFolder() {}

    /// With these incidents.
    public static void with(Path folder, Incident... incidents) throws IOException {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, new StoreCounters(), new Journal.Horizon(0, 0))) {
            for (Incident incident : incidents) {
                journal.append(List.of(new JournalLine.OfIncident(incident)));
            }
        }
    }

    /// The incidents that are there now.
    public static List<Incident> incidents(Path folder) throws IOException {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                Journal journal = Journal.open(directory, new StoreCounters(), new Journal.Horizon(0, 0))) {
            return journal.incidents();
        }
    }
}
