// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.cli.text.TextTable;
import java.util.List;

/// Several flight records, one a row.
public final class FlightList {
    private FlightList() {}

    /// The lines of the table.
    public static List<String> of(List<FlightRecord> records) {
        TextTable table =
                new TextTable("seen dead (UTC)", "ended", " rank", "job", "host", " pid", " in flight", "file");
        for (FlightRecord record : records) {
            table.add(
                    record.facts()
                            .map(facts -> FlightWords.day(facts.seenDead().wall()))
                            .orElse(FlightWords.ABSENT),
                    FlightWords.endingWord(record),
                    FlightWords.number(FlightWords.rank(record)),
                    record.process().identity().jobId(),
                    record.header().host(),
                    Long.toString(record.header().processId()),
                    Integer.toString(record.inFlight().size()),
                    String.valueOf(record.file().getFileName()));
        }
        return table.lines();
    }
}
