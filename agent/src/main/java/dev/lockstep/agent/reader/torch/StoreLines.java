// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The store, over which ranks find each other: the exchange of ncclUniqueId, sockets of TCPStore, and what the
/// watchdog thread says when CUDA threw it out.
final class StoreLines implements TorchFamily {
    private static final Pattern UNIQUE_ID =
            Pattern.compile("\\[(\\d{1,7})\\] is setting up NCCL communicator and retr(?:ei|ie)ving ncclUniqueId from"
                    + " \\[(\\d{1,7})\\]");
    private static final Pattern ADDRESS =
            Pattern.compile("(?:connect to|to listen on|bind to) \\(?\\[?([\\w.:-]+?)\\]?(?:,|:)\\s?(\\d+)\\)?");
    /// `Timed out after 1801 seconds waiting for clients. 3/4 clients joined.`
    private static final Pattern CLIENTS =
            Pattern.compile("waiting for clients\\. (\\d{1,7})/(\\d{1,7}) clients joined");
    private static final int LINES_MAX = 256;

    private final String file;
    private final Consumer<Sighting> out;
    private final TreeSet<Integer> waiting = new TreeSet<>();
    private int lines;

    StoreLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(TorchLine line) {
        String text = line.line().text();
        if (lines >= LINES_MAX) {
            return false;
        }
        Matcher id = UNIQUE_ID.matcher(text);
        if (id.find()) {
            uniqueId(line, Integer.parseInt(id.group(1)), Integer.parseInt(id.group(2)));
            return true;
        }
        Matcher clients = CLIENTS.matcher(text);
        if (clients.find()) {
            clients(line, clients);
            return true;
        }
        if (text.contains("socket has failed to") || text.contains("socket has timed out")) {
            socket(line, text);
            return true;
        }
        if (!line.isError() || text.contains("should dump")) {
            return false;
        }
        boolean isGloo = text.contains("gloo") && text.contains("onnection ");
        if (text.contains("TCPStore") || text.contains("waiting for key") || isGloo) {
            lines++;
            out.accept(Clue.echo(
                            isGloo ? Signal.NET_COMPLETION_ERROR : Signal.INIT_FAILURE,
                            Severity.P0,
                            line.subject(),
                            line.source(file),
                            line.line().raw())
                    .of("store"));
            return true;
        }
        return false;
    }

    /// Rank `from` never published the id; those who ask for it only wait.
    private void uniqueId(TorchLine line, int asking, int from) {
        lines++;
        waiting.add(asking);
        out.accept(new Clue(
                        Signal.INIT_STUCK,
                        Severity.P0,
                        Weight.ROOT,
                        List.of(Subject.ofRank(from)),
                        line.moment(),
                        line.source(file),
                        line.line().raw(),
                        Map.of("phase", "ncclUniqueId exchange", "waiting_ranks", waiting.toString()),
                        "unique-id|" + from)
                .with(
                        "advise",
                        "the log of rank " + from
                                + ": it is dead, late or crashed before it published the id; else the "
                                + "store's port is not reachable"));
    }

    /// Not all came, and the store does not say who.
    private void clients(TorchLine line, Matcher clients) {
        lines++;
        Clue clue = Clue.root(
                        Signal.INIT_STUCK,
                        Severity.P0,
                        Subject.NONE,
                        line.source(file),
                        line.line().raw())
                .with("phase", "rendezvous")
                .with("started", clients.group(1))
                .with("nranks", clients.group(2))
                .with("advise", "the logs of all ranks: which has no line, or ended before it came to the store")
                .of("store-clients");
        out.accept(clue.at(line.moment()));
    }

    private void socket(TorchLine line, String text) {
        lines++;
        boolean isListening = text.contains("server socket");
        boolean isTaken = text.contains("ddress already in use") || text.contains("EADDRINUSE");
        Matcher address = ADDRESS.matcher(text);
        Subject subject = line.subject();
        subject = address.find() ? subject.withPeer(address.group(1)) : subject;
        Clue clue = Clue.root(
                        Signal.INIT_FAILURE,
                        Severity.P0,
                        subject,
                        line.source(file),
                        line.line().raw())
                .with("class", isListening && isTaken ? "ports" : "network")
                .with(
                        "advise",
                        isListening
                                ? "ss -ltnp on that host: which process holds the port; choose another MASTER_PORT"
                                : "is the process of rank 0 up; nc -vz MASTER_ADDR MASTER_PORT from this host")
                .of("store-socket|" + isListening);
        out.accept(clue.at(line.moment()));
    }
}
