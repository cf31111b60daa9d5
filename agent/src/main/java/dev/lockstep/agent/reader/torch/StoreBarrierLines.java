// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.cause.end.BarrierSeen;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Knows the barrier over the store that ends the making of each process group: who came, and who gave up waiting.
final class StoreBarrierLines implements TorchFamily {
    private static final Pattern KEY = Pattern.compile("store_based_barrier_key:(\\d{1,9})");
    private static final Pattern RANK = Pattern.compile("\\brank:? (\\d{1,7})\\b");
    private static final Pattern JOINED = Pattern.compile("world_size=(\\d{1,7}), num_workers_joined=(\\d{1,7})");
    private static final int LINES_MAX = 4096;

    private final String file;
    private final Consumer<Sighting> out;
    private int lines;

    StoreBarrierLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(TorchLine line) {
        String text = line.line().text();
        Matcher key = KEY.matcher(text);
        Matcher rank = RANK.matcher(text);
        if (lines >= LINES_MAX || !key.find() || !rank.find()) {
            return false;
        }
        boolean hasCome = text.contains("Added key");
        boolean isTimedOut = text.contains("Timed out");
        if (hasCome || isTimedOut) {
            lines++;
            Matcher joined = JOINED.matcher(text);
            boolean isCounted = joined.find();
            out.accept(new BarrierSeen(
                    Integer.parseInt(rank.group(1)),
                    Integer.parseInt(key.group(1)),
                    isTimedOut,
                    isCounted ? OptionalInt.of(Integer.parseInt(joined.group(2))) : OptionalInt.empty(),
                    isCounted ? OptionalInt.of(Integer.parseInt(joined.group(1))) : OptionalInt.empty(),
                    line.source(file),
                    line.line().raw().strip()));
        }
        return true;
    }
}
