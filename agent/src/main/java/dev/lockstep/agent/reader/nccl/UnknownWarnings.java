// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Warnings that no table knows. A warning that a result code follows (`init.cc:1268 -> 1`) made a call fail; one that
/// none follows is only mentioned.
final class UnknownWarnings implements NcclFamily {
    private static final int PROCESSES_MAX = 4096;

    private static final Map<Character, String> RESULTS = Map.of(
            '1', "cuda",
            '2', "system",
            '3', "nccl-internal",
            '4', "invalid-argument",
            '5', "invalid-usage",
            '6', "remote");

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, NcclLine> open = new LinkedHashMap<>();
    private final Map<String, Boolean> failed = new HashMap<>();

    UnknownWarnings(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(NcclLine line) {
        if (open.size() < PROCESSES_MAX) {
            open.putIfAbsent(line.process(), line);
        }
        return true;
    }

    /// Takes the lines with result codes.
    NcclFamily results() {
        return line -> {
            String message = line.message();
            int arrow = message.indexOf(" -> ");
            if (arrow < 0 || arrow + 5 != message.stripTrailing().length()) {
                return false;
            }
            char code = message.charAt(arrow + 4);
            String kind = RESULTS.get(code);
            NcclLine warning = kind == null ? null : open.remove(line.process());
            if (kind != null && warning != null && failed.size() < PROCESSES_MAX) {
                failed.put(line.process(), true);
                out.accept(failure(warning, kind));
            }
            return kind != null;
        };
    }

    /// What a process warns of before it gets on was no failure.
    void survived(NcclLine line) {
        NcclLine warning = open.isEmpty() ? null : open.remove(line.process());
        if (warning != null) {
            out.accept(Clue.context(
                            Signal.BENIGN,
                            Severity.INFO,
                            warning.subject(),
                            warning.source(file),
                            warning.line().raw())
                    .with("reason", "the process went on")
                    .of("unknown-warning-survived"));
        }
    }

    private Clue failure(NcclLine line, String kind) {
        Clue clue = Clue.root(
                        Signal.INIT_FAILURE,
                        Severity.P0,
                        line.subject(),
                        line.source(file),
                        line.line().raw())
                .with("class", kind)
                .with("message", line.message().strip())
                .of("failure|" + kind);
        return clue.at(line.moment());
    }

    @Override
    public void end() {
        for (NcclLine line : open.values()) {
            out.accept(Clue.context(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            line.subject(),
                            line.source(file),
                            line.line().raw())
                    .with("detail", "a warning that is not known, without a failed call after it")
                    .of("unknown-warning"));
        }
        open.clear();
    }
}
