// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.peer;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A server that a demo can start. Its program is called as its project calls it, or as Debian calls program and
/// package.
public enum Peer {
    /// Scrapes the agents and evaluates the rules.
    PROMETHEUS("prometheus", "prometheus"),
    /// Takes Prometheus' alerts and notifies the demo of them.
    ALERTMANAGER("alertmanager", "prometheus-alertmanager"),
    /// Tells about the machine itself.
    NODE_EXPORTER("node_exporter", "prometheus-node-exporter");

    private final String word;
    private final String debianName;

    Peer(String word, String debianName) {
        this.word = word;
        this.debianName = debianName;
    }

    /// The program on PATH; absent if it is not installed.
    public Optional<Path> find() {
        return Stream.of(debianName, word)
                .flatMap(program -> Stream.of(
                                System.getenv().getOrDefault("PATH", "/usr/bin").split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, program)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// The program on PATH, or the line that says how to get it.
    Path needed() {
        return find().orElseThrow(() -> new InvalidConfigException(
                List.of("%s is not installed: apt-get install %s".formatted(word, debianName))));
    }

    @Override
    public String toString() {
        return word;
    }
}
