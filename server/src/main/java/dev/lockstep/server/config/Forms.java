// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.server.config.Setting.Form;
import dev.lockstep.server.config.Setting.WrongText;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What texts of settings can be.
final class Forms {
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^:\\s]*):(\\d{1,5})");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern BYTES = Pattern.compile("(\\d{1,9})(KiB|MiB|GiB|TiB)");
    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern PERCENT = Pattern.compile("\\d{1,4}(\\.\\d{1,3})?%");
    private static final int PORT_MAX = 65_535;
    private static final int URLS_MAX = 16;

    private Forms() {}

    static Form<InetSocketAddress> address() {
        return new Form<>("HOST:PORT", "host:port", (text, _) -> {
            Matcher address = ADDRESS.matcher(text);
            if (!address.matches() || Integer.parseInt(address.group(2)) > PORT_MAX) {
                throw new WrongText("must be HOST:PORT with a port up to " + PORT_MAX);
            }
            int port = Integer.parseInt(address.group(2));
            InetSocketAddress resolved = address.group(1).isEmpty()
                    ? new InetSocketAddress(port)
                    : new InetSocketAddress(address.group(1), port);
            if (resolved.isUnresolved()) {
                throw new WrongText("names a host that does not resolve");
            }
            return resolved;
        });
    }

    /// A file or folder by its absolute path; absent where the text is `none`.
    static Form<Optional<Path>> path(String placeholder, String words) {
        return new Form<>(placeholder, words, (text, folder) -> {
            if (text.equals(Setting.NONE)) {
                return Optional.empty();
            }
            try {
                return Optional.of(folder.resolve(text).toAbsolutePath().normalize());
            } catch (InvalidPathException invalid) {
                throw new WrongText("is no path: " + invalid.getReason());
            }
        });
    }

    static Form<Duration> time(Duration least, Duration most) {
        String bounds = text(least) + " to " + text(most);
        return new Form<>("TIME", "time, " + bounds, (text, _) -> {
            Matcher duration = DURATION.matcher(text);
            if (duration.matches()) {
                Duration parsed = of(Long.parseLong(duration.group(1)), duration.group(2));
                if (parsed.compareTo(least) >= 0 && parsed.compareTo(most) <= 0) {
                    return parsed;
                }
            }
            throw new WrongText("must be a time like 10s, 2m, 1h or 30d, from " + bounds);
        });
    }

    private static Duration of(long count, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static String text(Duration time) {
        long seconds = time.toSeconds();
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    static Form<Long> count(long least, long most) {
        String bounds = least + " to " + most;
        return new Form<>("N", "number, " + bounds, (text, _) -> {
            if (COUNT.matcher(text).matches()) {
                long count = Long.parseLong(text);
                if (count >= least && count <= most) {
                    return count;
                }
            }
            throw new WrongText("must be a number from " + bounds);
        });
    }

    /// A share, `8%`, as the part of 1 that it is.
    static Form<Double> percent(int least, int most) {
        String bounds = least + "% to " + most + "%";
        return new Form<>("PERCENT", "percent, " + bounds, (text, _) -> {
            if (PERCENT.matcher(text).matches()) {
                double percent = Double.parseDouble(text.substring(0, text.length() - 1));
                if (percent >= least && percent <= most) {
                    return percent / 100;
                }
            }
            throw new WrongText("must be percent like 8% or 12.5%, from " + bounds);
        });
    }

    /// A size, `512MiB`.
    static Form<Long> bytes(long leastMebibytes) {
        return new Form<>("SIZE", "size, " + leastMebibytes + "MiB and more", (text, _) -> {
            Matcher size = BYTES.matcher(text);
            if (size.matches()) {
                long bytes = Long.parseLong(size.group(1)) << shift(size.group(2));
                if (bytes >= leastMebibytes << 20) {
                    return bytes;
                }
            }
            throw new WrongText("must be a size like 512MiB or 20GiB, at least " + leastMebibytes + "MiB");
        });
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "KiB" -> 10;
            case "MiB" -> 20;
            case "GiB" -> 30;
            default -> 40;
        };
    }

    static Form<String> oneOf(List<String> choices) {
        String words = String.join(" or ", choices);
        return new Form<>("WORD", words, (text, _) -> {
            if (!choices.contains(text)) {
                throw new WrongText("must be " + words);
            }
            return text;
        });
    }

    /// Addresses of web servers, separated by commas; none where the text is `none`.
    static Form<List<URI>> urls() {
        return new Form<>("URL,…", "up to " + URLS_MAX + " URLs, separated by commas", (text, _) -> {
            List<URI> urls = new ArrayList<>();
            if (!text.equals(Setting.NONE)) {
                for (String part : text.split(",", -1)) {
                    urls.add(url(part.strip()));
                }
            }
            if (urls.size() > URLS_MAX) {
                throw new WrongText("must have at most " + URLS_MAX + " URLs");
            }
            return List.copyOf(urls);
        });
    }

    static Form<Optional<URI>> optionalUrl() {
        return new Form<>(
                "URL", "URL", (text, _) -> text.equals(Setting.NONE) ? Optional.empty() : Optional.of(url(text)));
    }

    private static URI url(String text) throws WrongText {
        try {
            URI url = new URI(text);
            if (Set.of("http", "https").contains(String.valueOf(url.getScheme())) && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException _) {
            // Said below.
        }
        throw new WrongText("must be http://HOST… or https://HOST…");
    }
}
