// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The machine as the doctor sees it: where its file system begins (a folder in tests), the environment, and who asks.
public record Surroundings(Path root, Map<String, String> environment, int uid) {
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /// A path of the machine.
    Path at(String path) {
        return root.resolve(path.startsWith("/") ? path.substring(1) : path);
    }

    /// A path as it is called on the machine.
    String name(Path path) {
        return path.startsWith(root) ? "/" + root.relativize(path) : path.toString();
    }

    /// The value of a variable that is set and not empty.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
