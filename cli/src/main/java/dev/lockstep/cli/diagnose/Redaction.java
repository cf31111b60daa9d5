// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces host names, addresses, users and paths, each by one word that stays the same through the whole report, so
/// that it can be shown to strangers and still be understood.
final class Redaction {
    private static final Pattern ADDRESS = Pattern.compile("\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b"
            + "|\\b(?:[0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F]{1,4}\\b|\\bfe80::[0-9a-fA-F:]+|::ffff:[0-9.a-fA-F:]+");
    private static final Pattern HOME = Pattern.compile("/(?:home|users|Users|data|scratch|mnt|lustre)/([\\w.-]+)");
    private static final Pattern PATH = Pattern.compile("(?<![\\w<])/(?!dev/shm)[\\w.@+-]+(?:/[\\w.@+-]+){1,}");
    private static final Pattern PEER = Pattern.compile("(?:peer|to|from|by) ([A-Za-z][\\w.-]{1,80})<\\d{1,5}>");
    private static final Pattern HEAD = Pattern.compile("(?<![\\w.-])([A-Za-z][\\w.-]{1,80}):\\d{1,8}:\\d{1,8}(?= |$)");

    private final boolean isOn;
    private final Map<String, String> words = new LinkedHashMap<>();
    private final List<String> hosts = new ArrayList<>();

    private Redaction(boolean isOn) {
        this.isOn = isOn;
    }

    /// Leaves everything as it is.
    static Redaction none() {
        return new Redaction(false);
    }

    /// Knows the hosts that the verdict names; what looks like a host in front of a process is one too.
    static Redaction of(Diagnosis diagnosis) {
        Redaction redaction = new Redaction(true);
        TreeSet<String> names = new TreeSet<>();
        for (Conclusion conclusion : diagnosis.conclusions()) {
            conclusion.culprits().forEach(subject -> addHost(subject, names));
            conclusion.witnesses().forEach(subject -> addHost(subject, names));
            conclusion.evidence().forEach(each -> addHeads(each.excerpt(), names));
            conclusion.facts().keySet().stream()
                    .filter(key -> key.startsWith("hosts."))
                    .forEach(key -> names.add(key.substring("hosts.".length())));
        }
        for (Clue echo : diagnosis.echoes()) {
            echo.subjects().forEach(subject -> addHost(subject, names));
            addHeads(echo.excerpt(), names);
        }
        names.removeIf(name -> ADDRESS.matcher(name).matches());
        names.forEach(name -> redaction.words.put(name, "host-" + (redaction.words.size() + 1)));
        redaction.hosts.addAll(names);
        redaction.hosts.sort(Comparator.comparingInt(String::length).reversed());
        return redaction;
    }

    private static void addHost(Subject subject, Set<String> names) {
        subject.host().filter(host -> host.length() > 1).ifPresent(names::add);
        subject.peer().filter(peer -> peer.length() > 1).ifPresent(names::add);
    }

    private static void addHeads(String text, Set<String> names) {
        Matcher head = HEAD.matcher(text);
        while (head.find()) {
            names.add(head.group(1));
        }
        Matcher peer = PEER.matcher(text);
        while (peer.find()) {
            names.add(peer.group(1));
        }
    }

    /// The text without what would say whose it is.
    String apply(String text) {
        if (!isOn) {
            return text;
        }
        String redacted = text;
        for (String host : hosts) {
            redacted = redacted.contains(host)
                    ? Pattern.compile("(?<![\\w-])" + Pattern.quote(host) + "(?![\\w-])")
                            .matcher(redacted)
                            .replaceAll(Matcher.quoteReplacement(words.getOrDefault(host, "host")))
                    : redacted;
        }
        redacted = replace(redacted, ADDRESS, "address-");
        redacted = replace(redacted, HOME, "/user-");
        return replace(redacted, PATH, "/path-");
    }

    private String replace(String text, Pattern pattern, String prefix) {
        return pattern.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(words.computeIfAbsent(
                        prefix + found.group(),
                        _ -> prefix
                                + (1
                                        + words.keySet().stream()
                                                .filter(key -> key.startsWith(prefix))
                                                .count()))));
    }
}
