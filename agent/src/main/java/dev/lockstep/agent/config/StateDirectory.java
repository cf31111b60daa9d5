// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where the agent keeps what outlives it, unless it is told otherwise: the folder that systemd made for it, else the
/// one in which its user's programs keep their state.
final class StateDirectory {
    private static final String FLIGHT = "flight";
    private static final String BRAIN = "brain";
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\w.-]|^\\.+");

    private StateDirectory() {}

    /// The folder for flight records; absent where the environment names no home.
    static Optional<Path> ofFlights(Map<String, String> environment) {
        return of(environment).map(state -> state.resolve(FLIGHT));
    }

    /// The folder for what a node's agent has not told yet: several nodes may share a home.
    static Optional<Path> ofBrain(Map<String, String> environment, String node) {
        String name = NOT_IN_NAMES.matcher(node).replaceAll("_");
        return of(environment).map(state -> state.resolve(BRAIN).resolve(name));
    }

    private static Optional<Path> of(Map<String, String> environment) {
        Optional<Path> ofService = directory(environment, "STATE_DIRECTORY");
        Optional<Path> ofPrograms = directory(environment, "XDG_STATE_HOME")
                .or(() -> directory(environment, "HOME").map(home -> home.resolve(".local/state")));
        return ofService.or(() -> ofPrograms.map(state -> state.resolve("lockstep")));
    }

    /// The first of the folders that a variable names, where it is an absolute path.
    private static Optional<Path> directory(Map<String, String> environment, String variable) {
        try {
            return Stream.of(environment.getOrDefault(variable, "").split(":"))
                    .findFirst()
                    .map(Path::of)
                    .filter(Path::isAbsolute);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
