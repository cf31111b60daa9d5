// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.PemReader.UnusablePem;
import dev.lockstep.agent.web.TlsConfig.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A web configuration with everything that its files held when it was read.
record LoadedWeb(WebConfig config, Optional<Tls> tls, Map<Path, String> stamps) {
    /// TLS ready to be used.
    record Tls(TlsConfig config, ServerIdentity identity, ClientTrust clients) {}

    /// How a file looks that cannot be looked at.
    private static final String NOT_THERE = "not there";

    LoadedWeb {
        stamps = Map.copyOf(stamps);
    }

    /// Reads all of it. With a new problem in the list the result is not to be used.
    static LoadedWeb read(Path file, List<String> problems) {
        Map<Path, String> before = Map.of(file, stamp(file));
        List<String> found = new ArrayList<>();
        WebConfig config = WebConfigFile.read(file, found);
        Map<Path, String> stamps = new HashMap<>(before);
        config.tls().stream().flatMap(LoadedWeb::files).forEach(pem -> stamps.put(pem, stamp(pem)));
        Optional<Tls> tls =
                found.isEmpty() ? config.tls().flatMap(wanted -> load(wanted, file, found)) : Optional.empty();
        problems.addAll(found);
        return new LoadedWeb(config, tls, stamps);
    }

    private static Optional<Tls> load(TlsConfig config, Path file, List<String> problems) {
        try {
            return Optional.of(new Tls(config, ServerIdentity.read(config), ClientTrust.read(config.clients())));
        } catch (UnusablePem unusable) {
            problems.add(file + ": tls_server_config: " + unusable.getMessage());
            return Optional.empty();
        }
    }

    /// Whether a file changed since. It costs a look at each of at most four files.
    boolean isOld() {
        return stamps.entrySet().stream().anyMatch(file -> !stamp(file.getKey()).equals(file.getValue()));
    }

    private static Stream<Path> files(TlsConfig tls) {
        return Stream.concat(Stream.of(tls.certificate(), tls.key()), tls.clients().authorities().stream())
                .filter(Pem.InFile.class::isInstance)
                .map(pem -> ((Pem.InFile) pem).file());
    }

    /// Time, size and inode, through links: Kubernetes swaps a link when it renews a secret.
    private static String stamp(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
        } catch (IOException gone) {
            return NOT_THERE;
        }
    }
}
