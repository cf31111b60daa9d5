// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Turns the texts of settings into values. Each problem is noted and a stand-in returned, so that all are found.
final class SettingValues {
    /// A value with the name under which it came.
    record Given(String name, String text) {}

    private static final Pattern ADDRESS = Pattern.compile("(?<host>\\[[0-9A-Fa-f:.%]+]|[^:\\s]*):(?<port>\\d{1,5})");
    private static final Pattern DURATION = Pattern.compile("(?<count>\\d{1,9})(?<unit>ms|s|m|h)");
    private static final int PORT_MAX = 65_535;
    private static final int NAME_LENGTH_MAX = 128;

    private final Map<AgentSetting, Given> given;
    private final List<String> problems;

    SettingValues(Map<AgentSetting, Given> given, List<String> problems) {
        this.given = given;
        this.problems = problems;
    }

    InetSocketAddress address(AgentSetting setting) {
        Given value = orFallback(setting);
        Matcher address = ADDRESS.matcher(value.text());
        if (address.matches()) {
            int port = Integer.parseInt(address.group("port"));
            if (port <= PORT_MAX) {
                return resolve(value, address.group("host"), port);
            }
        }
        problems.add(value.name() + " must be HOST:PORT with a port up to " + PORT_MAX + ": " + value.text());
        return new InetSocketAddress(0);
    }

    private InetSocketAddress resolve(Given value, String host, int port) {
        InetSocketAddress address = host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            problems.add(value.name() + " names a host that does not resolve: " + value.text());
        }
        return address;
    }

    String text(AgentSetting setting, String fallback) {
        Given value = given.get(setting);
        if (value == null) {
            return fallback;
        }
        if (value.text().isBlank() || value.text().length() > NAME_LENGTH_MAX) {
            problems.add(value.name() + " must have 1 to " + NAME_LENGTH_MAX + " characters: '" + value.text() + "'");
        }
        return value.text();
    }

    List<Path> directories(AgentSetting setting, List<Path> fallback) {
        Given value = given.get(setting);
        if (value == null) {
            return fallback;
        }
        List<Path> directories = new ArrayList<>();
        for (String part : value.text().split(":", -1)) {
            Path directory = directory(value, part);
            if (directory != null) {
                directories.add(directory);
            }
        }
        return directories;
    }

    private @Nullable Path directory(Given value, String text) {
        try {
            Path directory = Path.of(text).toAbsolutePath().normalize();
            if (!text.isEmpty() && Files.isDirectory(directory)) {
                return directory;
            }
            problems.add(value.name() + " must name directories that exist: '" + text + "' does not");
        } catch (InvalidPathException invalid) {
            problems.add(value.name() + " is no path: " + invalid.getMessage());
        }
        return null;
    }

    Duration duration(AgentSetting setting, Duration least, Duration most) {
        Given value = orFallback(setting);
        Matcher duration = DURATION.matcher(value.text());
        if (duration.matches()) {
            long count = Long.parseLong(duration.group("count"));
            Duration parsed = of(count, duration.group("unit"));
            if (parsed.compareTo(least) >= 0 && parsed.compareTo(most) <= 0) {
                return parsed;
            }
        }
        problems.add(
                value.name() + " must be a time like 500ms, 10s or 2m: " + setting.meaning() + ": " + value.text());
        return least;
    }

    private static Duration of(long count, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    private Given orFallback(AgentSetting setting) {
        return given.getOrDefault(setting, new Given("the default", setting.fallback()));
    }
}
