// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import dev.lockstep.cli.alertmanager.SiteValue.Form;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The values of one site, read from a directory with one file each.
public record SiteValues(Path directory, Map<SiteValue, String> values) {
    /// Where the committed configuration expects them.
    private static final Path USUAL = Path.of("/etc/lockstep/alertmanager");

    private static final int LENGTH_MAX = 4_096;

    public SiteValues {
        values = Map.copyOf(values);
    }

    /// What stands in the committed configuration: the file's name in place of what is in it.
    static SiteValues placeholders() {
        Map<SiteValue, String> values = new EnumMap<>(SiteValue.class);
        for (SiteValue value : SiteValue.values()) {
            String name = "rendered-from-" + value.fileName();
            values.put(value, value.form() == Form.URL ? "http://" + name + ".invalid/" : name);
        }
        return new SiteValues(USUAL, values);
    }

    /// Reads what the channels need.
    ///
    /// @throws InvalidConfigException with one line for each file that is missing, empty or no address
    public static SiteValues read(Path directory, Set<Channel> channels) {
        Map<SiteValue, String> values = new EnumMap<>(SiteValue.class);
        List<String> problems = new ArrayList<>();
        for (Channel channel : channels) {
            for (SiteValue needed : channel.needs()) {
                try {
                    values.put(needed, read(directory.resolve(needed.fileName()), needed.form()));
                } catch (Unusable unusable) {
                    problems.add(directory.resolve(needed.fileName()) + " " + unusable.getMessage() + "; channel "
                            + channel + " needs it (--channels leaves channels out)");
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(problems);
        }
        return new SiteValues(directory.toAbsolutePath(), values);
    }

    private static String read(Path file, Form form) throws Unusable {
        String text;
        try {
            if (Files.size(file) > LENGTH_MAX) {
                throw new Unusable("is longer than " + LENGTH_MAX + " bytes");
            }
            text = Files.readString(file).strip();
        } catch (NoSuchFileException missing) {
            throw new Unusable("is missing");
        } catch (IOException unreadable) {
            throw new Unusable("cannot be read (" + unreadable.getClass().getSimpleName() + ")");
        }
        if (text.isEmpty()) {
            throw new Unusable("is empty");
        }
        if (text.lines().count() > 1) {
            throw new Unusable("has more than one line");
        }
        if (form == Form.URL && !isAddress(text)) {
            throw new Unusable("is no http:// or https:// address");
        }
        return text;
    }

    private static boolean isAddress(String text) {
        try {
            URI uri = URI.create(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        } catch (IllegalArgumentException noUri) {
            return false;
        }
    }

    /// The path for Alertmanager to read it from.
    String file(SiteValue value) {
        return directory.resolve(value.fileName()).toString();
    }

    /// The value itself, for what Alertmanager cannot read.
    String rendered(SiteValue value) {
        String text = values.get(value);
        if (text == null || !value.isRendered()) {
            throw new IllegalArgumentException(value + " is not to be rendered");
        }
        return text;
    }

    /// Why a file does not do; never what is in it.
    private static final class Unusable extends Exception {
        Unusable(String why) {
            super(why);
        }
    }

    /// Names the directory, not what is in it: this may come into a log.
    @Override
    public String toString() {
        return "SiteValues[" + directory + "]";
    }
}
