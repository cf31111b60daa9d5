// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The heartbeat monitor: the watchdog itself does not come back. That a collective waits is not proven by it, unless
/// the queue that it prints is full.
final class HeartbeatLines implements TorchFamily {
    private static final Pattern QUEUE = Pattern.compile("workMetaList_\\.size\\(\\) ?= ?(\\d+)");
    private static final Pattern SECONDS = Pattern.compile("stuck for (\\d+) seconds");
    private static final int SPEAKERS_MAX = 16_384;

    private final String file;
    private final Consumer<Sighting> out;
    private final Set<String> told = new HashSet<>();

    HeartbeatLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(TorchLine line) {
        String text = line.line().text();
        if (text.contains("Heartbeat monitor timed out") || text.contains("atchdog got stuck")) {
            stuck(line, text);
            return true;
        }
        return text.contains("Terminating the process after attempting to dump debug info");
    }

    private void stuck(TorchLine line, String text) {
        if (told.size() >= SPEAKERS_MAX || !told.add(line.speaker() + line.group())) {
            return;
        }
        Clue clue = Clue.root(
                        Signal.HANG_WATCHDOG_STUCK,
                        Severity.P0,
                        line.subject(),
                        line.source(file),
                        line.line().raw())
                .of("watchdog");
        Matcher queue = QUEUE.matcher(text);
        clue = queue.find() ? clue.with("outstanding", queue.group(1)) : clue;
        Matcher seconds = SECONDS.matcher(text);
        clue = seconds.find() ? clue.with("stuck_seconds", seconds.group(1)) : clue;
        clue = line.group().isEmpty() ? clue : clue.with("pg", line.group());
        clue = clue.with(
                "advise",
                "py-spy dump of the process (a CUDA call that does not return, or the GIL held); "
                        + "dumps of the other ranks");
        out.accept(clue.at(line.moment()));
    }
}
