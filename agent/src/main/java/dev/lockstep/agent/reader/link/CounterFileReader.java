// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.link;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.link.LinkCounter;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a file of `/sys/class/infiniband`, one value each: `…/mlx5_0/ports/1/hw_counters/local_ack_timeout_err`.
/// Folders
/// before it part machines and moments.
public final class CounterFileReader implements FileReader {
    private static final Pattern PATH =
            Pattern.compile("(?:(.*)/)?([^/]+)/ports/(\\d{1,4})/(?:hw_)?counters/([^/]{1,128})");
    private static final int VALUE_CHARS_MAX = 128;

    /// Stateless.
    public CounterFileReader() {}

    @Override
    public String format() {
        return "ib-counter-file";
    }

    @Override
    public boolean recognises(InputFile file) {
        return PATH.matcher(file.name()).matches();
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) {
        Matcher path = PATH.matcher(file.name());
        if (!path.matches()) {
            return;
        }
        String text = file.headText().strip();
        String value = text.length() > VALUE_CHARS_MAX ? text.substring(0, VALUE_CHARS_MAX) : text;
        Place place = Place.of(path.group(1) == null ? "" : path.group(1));
        out.accept(new LinkCounter(
                new Source(file.name(), 1),
                place.host(),
                path.group(2),
                path.group(3),
                place.snapshot(),
                path.group(4),
                Numbers.whole(value),
                value));
    }
}
