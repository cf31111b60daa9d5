// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.agent.config.GivenSettings.Given;
import dev.lockstep.agent.trouble.log.LogPattern;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Turns the texts of settings into values and remembers what came out for {@link #effective}. Each problem is noted
/// and a stand-in returned, so that all are found.
final class SettingValues {
    private static final Pattern ADDRESS = Pattern.compile("(?<host>\\[[0-9A-Fa-f:.%]+]|[^:\\s]*):(?<port>\\d{1,5})");
    private static final Pattern DURATION = Pattern.compile("(?<count>\\d{1,9})(?<unit>ms|s|m|h)");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int PORT_MAX = 65_535;

    private final Map<AgentSetting, Given> given;
    private final List<String> problems;
    private final Map<AgentSetting, List<String>> shown = new EnumMap<>(AgentSetting.class);

    SettingValues(Map<AgentSetting, Given> given, List<String> problems) {
        this.given = given;
        this.problems = problems;
    }

    /// Every setting in the order of the table. A setting that nobody asked for is a mistake of ours.
    EffectiveSettings effective() {
        return new EffectiveSettings(AgentSetting.all().map(this::effective).toList());
    }

    private EffectiveSettings.Entry effective(AgentSetting setting) {
        List<String> values = shown.get(setting);
        if (values == null) {
            throw new IllegalStateException(setting + " is in the table and nothing reads it");
        }
        Given value = given.get(setting);
        return new EffectiveSettings.Entry(setting, values, value == null ? EffectiveSettings.DEFAULT : value.name());
    }

    InetSocketAddress address(AgentSetting setting) {
        Given value = orFallback(setting);
        shown.put(setting, List.of(value.text()));
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

    /// Where somebody listens; the host is looked up when it is asked.
    Optional<InetSocketAddress> endpoint(AgentSetting setting) {
        Given value = orFallback(setting);
        shown.put(setting, List.of(value.text()));
        if (value.text().equals(SettingType.Endpoint.NONE)) {
            return Optional.empty();
        }
        Matcher address = ADDRESS.matcher(value.text());
        int port = address.matches() ? Integer.parseInt(address.group("port")) : 0;
        if (port == 0 || port > PORT_MAX || address.group("host").isEmpty()) {
            problems.add(value.name() + " must be HOST:PORT or none: " + value.text());
            return Optional.empty();
        }
        return Optional.of(InetSocketAddress.createUnresolved(address.group("host"), port));
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
        String text = value == null ? fallback : value.text();
        shown.put(setting, List.of(text));
        if (value != null) {
            check(value, ((SettingType.Text) setting.type()).lengthMax());
        }
        return text;
    }

    private void check(Given value, int lengthMax) {
        if (value.text().isBlank() || value.text().length() > lengthMax) {
            problems.add(value.name() + " must have 1 to " + lengthMax + " characters: '" + value.text() + "'");
        } else if (CONTROL.matcher(value.text()).find()) {
            problems.add(value.name() + " must have no control characters");
        }
    }

    /// A file by its absolute path; whether it can be read is for its reader to say.
    Optional<Path> file(AgentSetting setting) {
        Given value = given.get(setting);
        Optional<Path> file = value == null ? Optional.empty() : Optional.ofNullable(path(value, value.text()));
        shown.put(setting, file.map(Path::toString).stream().toList());
        return file;
    }

    /// A folder by its absolute path, whether or not it is there; absent where none is wanted.
    Optional<Path> madeDirectory(AgentSetting setting, Optional<Path> fallback) {
        Given value = given.get(setting);
        Optional<Path> directory = fallback;
        if (value != null) {
            boolean isNone = value.text().equals(SettingType.MadeDirectory.NONE);
            directory = isNone ? Optional.empty() : Optional.ofNullable(path(value, value.text()));
        }
        shown.put(setting, List.of(directory.map(Path::toString).orElse(SettingType.MadeDirectory.NONE)));
        return directory;
    }

    /// What may or may not be there; absent where it is not wanted.
    Optional<Path> givenPath(AgentSetting setting) {
        Given value = orFallback(setting);
        boolean isNone = value.text().equals(SettingType.GivenPath.NONE);
        Optional<Path> path = isNone ? Optional.empty() : Optional.ofNullable(path(value, value.text()));
        shown.put(setting, List.of(path.map(Path::toString).orElse(SettingType.GivenPath.NONE)));
        return path;
    }

    List<Path> directories(AgentSetting setting, List<Path> fallback) {
        Given value = given.get(setting);
        List<Path> directories = value == null ? fallback : directories(value);
        shown.put(setting, directories.stream().map(Path::toString).toList());
        return directories;
    }

    private List<Path> directories(Given value) {
        List<Path> directories = new ArrayList<>();
        for (String part : value.text().split(":", -1)) {
            Path directory = path(value, part);
            if (directory != null && !part.isEmpty() && Files.isDirectory(directory)) {
                directories.add(directory);
            } else if (directory != null) {
                problems.add(value.name() + " must name directories that exist: '" + part + "' does not");
            }
        }
        return directories;
    }

    /// Patterns of files, absolute ones.
    List<String> patterns(AgentSetting setting) {
        Given value = given.get(setting);
        List<String> patterns = value == null ? List.of() : patterns(value);
        shown.put(setting, patterns);
        return patterns;
    }

    private List<String> patterns(Given value) {
        List<String> patterns = new ArrayList<>();
        for (String part : value.text().split(":", -1)) {
            Path absolute = path(value, part);
            try {
                if (absolute != null) {
                    patterns.add(LogPattern.of(absolute.toString()).text());
                }
            } catch (IllegalArgumentException none) {
                problems.add(value.name() + " must be patterns of files like /logs/*.out: '" + part + "' "
                        + none.getMessage());
            }
        }
        return patterns;
    }

    private @Nullable Path path(Given value, String text) {
        try {
            return value.folder().resolve(text).toAbsolutePath().normalize();
        } catch (InvalidPathException invalid) {
            problems.add(value.name() + " is no path: " + invalid.getMessage());
            return null;
        }
    }

    /// Addresses of servers, `http` or `https`, without anything behind the path.
    List<URI> urls(AgentSetting setting) {
        Given value = orFallback(setting);
        shown.put(setting, List.of(value.text()));
        if (value.text().equals(SettingType.Urls.NONE)) {
            return List.of();
        }
        int most = ((SettingType.Urls) setting.type()).most();
        List<URI> urls = new ArrayList<>();
        for (String text : value.text().split(",", -1)) {
            Optional<URI> url = url(text.strip());
            if (url.isEmpty()) {
                problems.add(value.name() + " must be URLs like https://brain:28030: '" + text.strip() + "' is none");
            }
            url.ifPresent(urls::add);
        }
        if (urls.size() > most || Set.copyOf(urls).size() < urls.size()) {
            problems.add(value.name() + " must have " + most + " different URLs at most: " + value.text());
        }
        return urls;
    }

    private static Optional<URI> url(String text) {
        try {
            URI url = new URI(text);
            boolean isUsable = ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getQuery() == null
                    && url.getFragment() == null;
            return isUsable ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException none) {
            return Optional.empty();
        }
    }

    String oneOf(AgentSetting setting) {
        Given value = orFallback(setting);
        shown.put(setting, List.of(value.text()));
        SettingType.OneOf type = (SettingType.OneOf) setting.type();
        if (!type.choices().contains(value.text())) {
            problems.add(value.name() + " must be " + type.words() + ": '" + value.text() + "'");
        }
        return value.text();
    }

    Duration time(AgentSetting setting) {
        Given value = orFallback(setting);
        SettingType.Time bounds = (SettingType.Time) setting.type();
        shown.put(setting, List.of(value.text()));
        Matcher duration = DURATION.matcher(value.text());
        if (duration.matches()) {
            Duration parsed = of(Long.parseLong(duration.group("count")), duration.group("unit"));
            if (parsed.compareTo(bounds.least()) >= 0 && parsed.compareTo(bounds.most()) <= 0) {
                return parsed;
            }
        }
        problems.add(value.name() + " must be a time like 500ms, 10s or 2m, from "
                + SettingType.Time.text(bounds.least()) + " to " + SettingType.Time.text(bounds.most()) + ": "
                + value.text());
        return bounds.least();
    }

    int count(AgentSetting setting) {
        Given value = orFallback(setting);
        SettingType.Count bounds = (SettingType.Count) setting.type();
        shown.put(setting, List.of(value.text()));
        if (COUNT.matcher(value.text()).matches()) {
            int count = Integer.parseInt(value.text());
            if (count >= bounds.least() && count <= bounds.most()) {
                return count;
            }
        }
        problems.add(value.name() + " must be a number from " + bounds.least() + " to " + bounds.most() + ": "
                + value.text());
        return bounds.least();
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
        return given.getOrDefault(setting, new Given("the default", setting.fallback(), Path.of("")));
    }
}
