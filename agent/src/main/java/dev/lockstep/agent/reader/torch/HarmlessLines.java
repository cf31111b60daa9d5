// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Warnings of torch.distributed that stand in the logs of healthy jobs.
final class HarmlessLines implements TorchFamily {
    private enum Kind {
        NOT_DESTROYED("the process group is not torn down before the program ends"),
        DEVICE_UNKNOWN("the device of a barrier is guessed"),
        STORE_GONE("the store is gone because the job ends"),
        DEPRECATED("a setting is out of date");

        private final String reason;

        Kind(String reason) {
            this.reason = reason;
        }
    }

    private final String file;
    private final Consumer<Sighting> out;
    private final Set<Kind> told = new HashSet<>();

    HarmlessLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(TorchLine line) {
        Kind kind = kind(line);
        if (kind == null) {
            return false;
        }
        if (told.add(kind)) {
            out.accept(Clue.context(
                            Signal.BENIGN,
                            Severity.INFO,
                            line.subject(),
                            line.source(file),
                            line.line().raw())
                    .with("reason", kind.reason)
                    .of("harmless|" + kind));
        }
        return true;
    }

    private static @Nullable Kind kind(TorchLine line) {
        String text = line.line().text();
        if (text.contains("NOT been destroyed") || text.contains("destroy_process_group() was not called")) {
            return Kind.NOT_DESTROYED;
        }
        if (text.contains("currently unknown")) {
            return Kind.DEVICE_UNKNOWN;
        }
        if (text.contains("should dump") || (!line.isError() && text.contains("TCPStore"))) {
            return Kind.STORE_GONE;
        }
        return text.contains("deprecated") ? Kind.DEPRECATED : null;
    }
}
