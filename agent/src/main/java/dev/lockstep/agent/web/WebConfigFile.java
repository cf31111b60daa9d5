// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.TlsConfig.Pem;
import dev.lockstep.agent.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a web configuration file as Prometheus' exporter-toolkit documents it. What this JDK cannot do is an error
/// that says so.
final class WebConfigFile {
    /// bcrypt doubles its work with each step; beyond this one a single wrong password costs many seconds of a core.
    static final int BCRYPT_COST_MAX = 14;

    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(?<cost>\\d\\d)\\$[./A-Za-z0-9]{53}");
    private static final List<String> TOP =
            List.of("tls_server_config", "http_server_config", "basic_auth_users", "rate_limit");
    private static final List<String> HTTP = List.of("http2", "headers");

    /// The headers that may be set, with the values they may have; none listed is any.
    private static final Map<String, Set<String>> HEADERS = Map.of(
            "Content-Security-Policy", Set.of(),
            "Strict-Transport-Security", Set.of(),
            "X-Content-Type-Options", Set.of("nosniff"),
            "X-Frame-Options", Set.of("deny", "sameorigin"),
            "X-XSS-Protection", Set.of());

    private WebConfigFile() {}

    /// The configuration; with a new problem in the list it is not to be used.
    static WebConfig read(Path file, List<String> problems) {
        Section top = Section.of(file.toString(), YamlFile.read(file, problems), TOP, problems);
        return read(top, file);
    }

    private static WebConfig read(Section top, Path file) {
        if (top.has("rate_limit")) {
            top.refuse("rate_limit", "is not had here: put a proxy before the agent, or remove it");
        }
        Path folder = file.toAbsolutePath().getParent();
        Optional<TlsConfig> tls = top.section("tls_server_config", TlsSection.KNOWN)
                .flatMap(section -> new TlsSection(section, folder == null ? Path.of("/") : folder).read());
        Map<String, String> users = top.texts("basic_auth_users");
        users.forEach((user, hash) -> checkHash(top, user, hash));
        return new WebConfig(tls, headers(top), users);
    }

    private static Map<String, String> headers(Section top) {
        Optional<Section> http = top.section("http_server_config", HTTP);
        if (http.isEmpty()) {
            return Map.of();
        }
        if (http.get().flag("http2").orElse(false)) {
            http.get().refuse("http2", "cannot be true, the agent speaks HTTP/1.1: write false or remove it");
        }
        Map<String, String> headers = http.get().texts("headers");
        headers.forEach((name, value) -> checkHeader(http.get(), name, value));
        return headers;
    }

    private static void checkHeader(Section http, String name, String value) {
        Set<String> allowed = HEADERS.get(name);
        if (allowed == null) {
            http.refuse("headers", "cannot have " + name + ": only " + String.join(", ", sorted(HEADERS.keySet())));
        } else if (!allowed.isEmpty() && !allowed.contains(value)) {
            http.refuse("headers", "need " + name + " to be " + String.join(" or ", sorted(allowed)) + ": " + value);
        } else if (value.chars().anyMatch(Character::isISOControl)) {
            http.refuse("headers", "need " + name + " in one line");
        }
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    /// Says nothing of the hash itself: logs are read by more people than this file.
    private static void checkHash(Section top, String user, String hash) {
        Matcher bcrypt = BCRYPT.matcher(hash);
        if (user.contains(":") || user.isEmpty()) {
            top.refuse("basic_auth_users", "cannot have the name '" + user + "': no colon and not empty");
        } else if (!bcrypt.matches()) {
            top.refuse(
                    "basic_auth_users", "needs a bcrypt hash for " + user + ": make it with htpasswd -nBC 10 " + user);
        } else if (Integer.parseInt(bcrypt.group("cost")) > BCRYPT_COST_MAX) {
            top.refuse(
                    "basic_auth_users",
                    "has cost " + bcrypt.group("cost") + " for " + user + ": hash it again with " + BCRYPT_COST_MAX
                            + " or less");
        }
    }

    /// The PEM text of `name` or the file of `name_file`, never both.
    static Optional<Pem> pem(Section section, String name, Path folder) {
        List<Pem> given = new ArrayList<>();
        section.text(name).ifPresent(text -> given.add(new Pem.Inline(text)));
        section.text(name + "_file").ifPresent(file -> given.add(new Pem.InFile(folder.resolve(file))));
        if (given.size() > 1) {
            section.refuse(name, "stands beside " + name + "_file: keep one of them");
        }
        return given.stream().findFirst();
    }
}
