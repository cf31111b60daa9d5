// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The folders where a job's libraries may lie: LD_LIBRARY_PATH first, as the loader has it, then the system's, then
/// those of Python's packages, where PyTorch brings its own NCCL.
final class LibraryPath {
    private static final List<String> SYSTEM = List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
            "/usr/local/lib",
            "/usr/local/cuda/lib64",
            "/opt/nccl/lib");
    private static final List<String> PYTHON_PARENTS = List.of("/usr/lib", "/usr/local/lib");
    private static final List<String> ENVIRONMENTS = List.of("VIRTUAL_ENV", "CONDA_PREFIX");
    private static final String NCCL_WHEEL = "nvidia/nccl/lib";

    private final Surroundings machine;

    LibraryPath(Surroundings machine) {
        this.machine = machine;
    }

    /// Where the loader looks.
    List<Path> loaders() {
        Stream<String> named = machine.variable("LD_LIBRARY_PATH").stream()
                .flatMap(path -> Arrays.stream(path.split(":")))
                .filter(folder -> folder.startsWith("/"));
        return Stream.concat(named, SYSTEM.stream())
                .map(machine::at)
                .filter(Files::isDirectory)
                .distinct()
                .toList();
    }

    /// The same and the packages of each Python.
    List<Path> all() {
        Set<Path> folders = new LinkedHashSet<>(loaders());
        for (String variable : ENVIRONMENTS) {
            machine.variable(variable).ifPresent(prefix -> {
                folders.add(machine.at(prefix).resolve("lib"));
                folders.addAll(wheels(machine.at(prefix).resolve("lib")));
            });
        }
        PYTHON_PARENTS.forEach(parent -> folders.addAll(wheels(machine.at(parent))));
        return folders.stream().filter(Files::isDirectory).toList();
    }

    private static List<Path> wheels(Path parent) {
        List<Path> folders = new ArrayList<>();
        for (Path python : list(parent, "python3*")) {
            folders.add(python.resolve("site-packages").resolve(NCCL_WHEEL));
            folders.add(python.resolve("dist-packages").resolve(NCCL_WHEEL));
        }
        return folders;
    }

    /// The first file of this name that the loader would find.
    Optional<Path> find(String name) {
        return loaders().stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /// What a folder has that fits; nothing if it cannot be read.
    static List<Path> list(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        } catch (IOException unreadable) {
            return List.of();
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }
}
