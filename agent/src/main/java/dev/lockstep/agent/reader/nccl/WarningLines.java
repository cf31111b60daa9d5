// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Warnings that the table knows, with the values that stand in them.
final class WarningLines implements NcclFamily {
    /// Most lines that are kept of one kind in one process; the rest repeat.
    static final int LINES_PER_KIND_MAX = 8;

    private static final int KINDS_MAX = 16_384;

    private static final Pattern BYTES_INSTEAD = Pattern.compile(
            "receiv(?:ed|ing) (\\d+) bytes instead of (\\d+)|local size (\\d+),? remote(?: size)? (\\d+)");
    private static final Pattern CUDA = Pattern.compile("(?:Cuda|CUDA|HIP) (?:failure|error) (\\d+)");
    private static final Pattern ALLOCATION = Pattern.compile("(?:alloc|malloc)\\w* (\\d+) bytes|\\(size (\\d+)\\)");
    private static final Pattern PEER = Pattern.compile("\\b((?:\\d{1,3}\\.){3}\\d{1,3}|[\\w.-]+)<(\\d+)>");
    private static final Pattern OFI = Pattern.compile("RC: (\\d+)|\\bdev: (\\d+)|direction: (\\w+)");
    /// Sources of RAS, in all paths.
    private static final Pattern RAS_PLACE = Pattern.compile("(?:^|/)ras(?:/|net|_|\\.cc)|(?:^|/)client_support\\.cc");
    private static final Pattern RAS_SOCKET = Pattern.compile("(?i)bind|listen|address already in use|socket");
    private static final Pattern NEAR_RANK = Pattern.compile("around rank (\\d+)");

    private final String file;
    private final Consumer<Sighting> out;
    private final CollectiveCalls calls;
    private final Map<String, Integer> seen = new HashMap<>();
    private final Map<String, List<Clue>> failures = new LinkedHashMap<>();
    /// Processes that found a network: a plugin that did not start was not needed, in whatever order it is printed.
    private final Set<String> withNetwork = new HashSet<>();

    WarningLines(String file, Consumer<Sighting> out, CollectiveCalls calls) {
        this.file = file;
        this.out = out;
        this.calls = calls;
    }

    @Override
    public boolean takes(NcclLine line) {
        if (RAS_PLACE.matcher(line.place()).find()) {
            ofRas(line);
            return true;
        }
        Optional<Meaning> meaning = WarningTable.meaning(line.place(), line.message());
        meaning.ifPresent(known -> say(known, line));
        return meaning.isPresent();
    }

    /// RAS is beside the job: what fails in it stops nothing. Without its socket whoever polls the port sees another
    /// job, or nothing.
    private void ofRas(NcclLine line) {
        String words = line.line().raw();
        boolean isSocket = RAS_SOCKET.matcher(line.message()).find();
        out.accept(Clue.context(Signal.BENIGN, Severity.INFO, line.subject(), line.source(file), words)
                .with(
                        "reason",
                        (isSocket ? "the port of RAS is not to be had" : "a fault inside RAS")
                                + "; the job is unaffected")
                .of("ras-port"));
        if (isSocket) {
            Clue gap = Clue.context(Signal.TELEMETRY_GAP, Severity.P2, line.subject(), line.source(file), words)
                    .with(
                            "detail",
                            "no RAS endpoint for this job on this node; a poll of its port belongs to another job");
            out.accept(gap.of("ras-port|" + line.host()));
        }
    }

    /// A message without a head, as frameworks repeat it.
    boolean saysSomething(NcclLine line) {
        Optional<Meaning> meaning = WarningTable.meaning("", line.message());
        meaning.ifPresent(known -> say(known, line));
        return meaning.isPresent();
    }

    private void say(Meaning meaning, NcclLine line) {
        String key = key(meaning, line);
        String kind = key + line.process() + meaning.key();
        if ((seen.size() >= KINDS_MAX && !seen.containsKey(kind))
                || seen.merge(kind, 1, Integer::sum) > LINES_PER_KIND_MAX) {
            return;
        }
        Subject subject = subject(meaning, line);
        Clue clue = new Clue(
                meaning.signal(),
                meaning.severity(),
                meaning.weight(),
                List.of(subject),
                line.moment(),
                line.source(file),
                line.line().raw(),
                Map.of(),
                key);
        clue = withValues(clue, line.message());
        clue = meaning.kind().isEmpty() ? clue : clue.with("class", meaning.kind());
        clue = meaning.advice().isEmpty() ? clue : clue.with("advise", meaning.advice());
        clue = clue.with("message", line.message().strip());
        if (meaning.signal() == Signal.MISMATCH_SIZE || meaning.signal() == Signal.MISMATCH_COLLECTIVE) {
            clue = calls.lastOf(line.process()).isEmpty()
                    ? clue
                    : clue.with("first_divergent_opcount", "0x" + calls.lastOf(line.process()));
        }
        if (clue.signal() == Signal.INIT_FAILURE && clue.weight() == Weight.ROOT && failures.size() < KINDS_MAX) {
            failures.computeIfAbsent(line.process(), process -> new ArrayList<>())
                    .add(clue);
        } else {
            out.accept(clue);
        }
    }

    /// A process that gets on has survived what it warned of before: a query that the adapter does not know, a plugin
    /// that is not there.
    void survived(NcclLine line) {
        if (line.hasNetwork() && withNetwork.size() < KINDS_MAX) {
            withNetwork.add(line.process());
        }
        List<Clue> survived = failures.isEmpty() ? null : failures.remove(line.process());
        if (survived != null) {
            survived.forEach(this::wasHarmless);
        }
    }

    private void wasHarmless(Clue clue) {
        out.accept(Clue.context(Signal.BENIGN, Severity.INFO, clue.subject(), clue.source(), clue.excerpt())
                .with("reason", "the process went on")
                .with("message", clue.fact("message"))
                .of("survived|" + clue.incident()));
    }

    @Override
    public void end() {
        failures.forEach((process, clues) -> clues.forEach(clue -> {
            boolean isOfPlugin =
                    clue.incident().equals("plugin") || clue.incident().equals("provider");
            if (isOfPlugin && withNetwork.contains(process)) {
                wasHarmless(clue);
            } else {
                out.accept(clue);
            }
        }));
        failures.clear();
    }

    /// Where a rank complains about what others sent it, it is a witness and only its place is known.
    private static Subject subject(Meaning meaning, NcclLine line) {
        Matcher peer = PEER.matcher(line.message());
        Subject subject = line.subject();
        boolean tellsOfPeer = meaning.kind().equals("network") || meaning.weight() == Weight.ECHO;
        return tellsOfPeer && peer.find() ? subject.withPeer(peer.group(1)) : subject;
    }

    private static String key(Meaning meaning, NcclLine line) {
        String key = meaning.key();
        return key.replace("@host", "|" + line.host()).replace("@gpu", "|" + line.device());
    }

    private static Clue withValues(Clue clue, String message) {
        Clue more = clue;
        Matcher instead = BYTES_INSTEAD.matcher(message);
        if (instead.find()) {
            boolean isReceived = instead.group(1) != null;
            more = more.with("received_bytes", instead.group(isReceived ? 1 : 4))
                    .with("expected_bytes", instead.group(isReceived ? 2 : 3));
        }
        Matcher cuda = CUDA.matcher(message);
        more = cuda.find() ? more.with("cuda_error", cuda.group(1)) : more;
        Matcher bytes = ALLOCATION.matcher(message);
        more = bytes.find() ? more.with("bytes", bytes.group(1) == null ? bytes.group(2) : bytes.group(1)) : more;
        Matcher rank = NEAR_RANK.matcher(message);
        more = rank.find() ? more.with("reported_rank", rank.group(1)) : more;
        return message.contains("NET/OFI") ? withOfi(more, message) : more;
    }

    private static Clue withOfi(Clue clue, String message) {
        Clue more = clue.with("plugin", "NET/OFI");
        Matcher field = OFI.matcher(message);
        while (field.find()) {
            if (field.group(1) != null) {
                more = more.with("status", field.group(1));
            } else if (field.group(2) != null) {
                more = more.with("dev", field.group(2));
            } else {
                more = more.with("direction", field.group(3));
            }
        }
        return more;
    }
}
