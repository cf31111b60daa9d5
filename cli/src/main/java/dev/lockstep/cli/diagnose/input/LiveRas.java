// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.agent.reader.ras.RasClient;
import dev.lockstep.agent.reader.ras.RasClient.Poll;
import dev.lockstep.core.analysis.clue.CommunicatorInit;
import dev.lockstep.core.analysis.clue.NetworkChosen;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Asks a running job's RAS twice, so that a mismatch that moves is told from one that stands. A version that
/// is known to crash when it is asked while it makes communicators is not asked where a log or the first answer
/// shows it doing so.
public final class LiveRas {
    private static final int PORT = 28028;
    private static final int PORT_MAX = 65_535;
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    /// Between the two questions: long enough for a job that runs to have moved.
    private static final Duration BETWEEN = Duration.ofSeconds(30);

    private final RasClient client;
    private final String name;
    private final Duration between;

    LiveRas(RasClient client, String name, Duration between) {
        this.client = client;
        this.name = name;
        this.between = between;
    }

    /// For `HOST:PORT`, `HOST` or `:PORT`; empty if the port is none.
    public static Optional<LiveRas> of(String endpoint) {
        int colon = endpoint.lastIndexOf(':');
        String host = colon < 0 ? endpoint : endpoint.substring(0, colon);
        String port = colon < 0 ? "" : endpoint.substring(colon + 1);
        if (!port.isEmpty() && (!port.matches("\\d{1,5}") || Integer.parseInt(port) > PORT_MAX)) {
            return Optional.empty();
        }
        RasClient client = new RasClient(
                host.isEmpty() ? "localhost" : host, port.isEmpty() ? PORT : Integer.parseInt(port), TIMEOUT);
        return Optional.of(new LiveRas(client, "RAS of " + endpoint, BETWEEN));
    }

    /// What the answers say, and a note for each question that got none.
    ///
    /// @param known what files say of the job: its version, and whether it makes communicators
    /// @param notes for the person who waits
    /// @throws IOException never, since answers lie in memory
    public List<Sighting> ask(List<Sighting> known, PrintWriter notes) throws IOException {
        List<Sighting> seen = new ArrayList<>();
        Optional<String> refusal = refusal(known);
        if (refusal.isPresent()) {
            seen.add(note(ReaderNote.Kind.NOT_ASKED, refusal.get()));
            return seen;
        }
        Optional<String> first = poll(1, seen);
        if (first.isEmpty()) {
            return seen;
        }
        Optional<String> second = RasClient.refusal(first.get());
        if (second.isPresent()) {
            seen.add(note(ReaderNote.Kind.NOT_ASKED, "a second time: " + second.get()));
            return seen;
        }
        notes.println("Asked RAS once, and once more in " + between.toSeconds() + " s.");
        notes.flush();
        if (hasWaited()) {
            poll(2, seen);
        }
        return seen;
    }

    private static Optional<String> refusal(List<Sighting> known) {
        boolean isInitialising = known.stream()
                .anyMatch(each ->
                        each instanceof CommunicatorInit init && init.stage() == CommunicatorInit.Stage.STARTED);
        return known.stream()
                .filter(NetworkChosen.class::isInstance)
                .map(NetworkChosen.class::cast)
                .filter(chosen -> chosen.what().equals("version"))
                .flatMap(chosen -> RasClient.refusal(chosen.value(), isInitialising).stream())
                .findFirst();
    }

    /// Asks once and reads the answer as if it were a file.
    private Optional<String> poll(int number, List<Sighting> seen) throws IOException {
        String report = switch (client.poll()) {
            case Poll.Answer answer -> answer.report();
            case Poll.Refused refused -> {
                seen.add(note(ReaderNote.Kind.NOT_ASKED, refused.reason()));
                yield "";
            }
            case Poll.Failed failed -> {
                seen.add(note(ReaderNote.Kind.UNREADABLE, failed.reason()));
                yield "";
            }
        };
        if (report.isEmpty()) {
            return Optional.empty();
        }
        byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
        seen.addAll(Scan.read(InputFile.of(name + ", poll " + number, bytes)));
        return Optional.of(report);
    }

    private ReaderNote note(ReaderNote.Kind kind, String reason) {
        return new ReaderNote(Source.of(name), kind, Map.of(reason, 1L));
    }

    /// Waits between the questions; false if the run is being ended.
    private boolean hasWaited() {
        try {
            return !new CountDownLatch(1).await(between.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
