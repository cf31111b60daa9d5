// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `Stack trace of the failed collective:` and its frames: which operation, and where the program called it.
final class FailedStacks implements TorchFamily {
    private static final Pattern FRAME = Pattern.compile("^\\W*#(\\d+) ([^ ]+) from ([^:]+):(\\d+)");
    private static final int STACKS_MAX = 512;

    private final String file;
    private final Consumer<Sighting> out;
    private @Nullable TorchLine open;
    private String op = "";
    private String callSite = "";
    private int stacks;

    FailedStacks(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    boolean isOpen() {
        return open != null;
    }

    @Override
    public boolean takes(TorchLine line) {
        String text = line.line().text();
        if (!text.contains("Stack trace of the failed collective")) {
            return false;
        }
        close();
        if (!text.contains("not found")) {
            open = line;
        }
        return true;
    }

    /// Whether the line is a frame of the stack that is open.
    boolean frame(String text) {
        Matcher frame = FRAME.matcher(text);
        if (!frame.find()) {
            close();
            return false;
        }
        if (op.isEmpty()) {
            op = frame.group(2);
        }
        boolean isLibrary = frame.group(3).contains("/torch/") || frame.group(3).contains("site-packages/torch");
        if (callSite.isEmpty() && !isLibrary) {
            callSite = frame.group(2) + " (" + frame.group(3) + ":" + frame.group(4) + ")";
        }
        return true;
    }

    private void close() {
        TorchLine line = open;
        open = null;
        if (line != null && !op.isEmpty() && stacks++ < STACKS_MAX) {
            Clue clue = Clue.root(
                            Signal.HANG_UNKNOWN,
                            Severity.P0,
                            line.subject(),
                            line.source(file),
                            line.line().raw())
                    .with("op", op)
                    .with("call_site", callSite)
                    .of("stack");
            out.accept(clue.at(line.moment()));
        }
        op = "";
        callSite = "";
    }

    @Override
    public void end() {
        close();
    }
}
