// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.server.SomeIncidents;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The program that {@link KilledStoreTest} kills: it keeps one incident after another and prints each that it has
/// kept.
final class KeepingIncidents {
    private static final int INCIDENTS_MAX = 100_000;

    private KeepingIncidents() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (StoreDirectory directory = StoreDirectory.open(Path.of(arguments[0]));
                Journal journal = Journal.open(directory, new StoreCounters(), new Journal.Horizon(0, 0))) {
            for (int i = 0; i < INCIDENTS_MAX; i++) {
                String id = "%08x%08x".formatted(Integer.parseInt(arguments[1]), i);
                journal.append(List.of(new JournalLine.OfIncident(SomeIncidents.open(id))));
                out.println(id);
            }
        }
    }
}
