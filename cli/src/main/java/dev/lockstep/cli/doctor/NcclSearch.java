// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the NCCLs of a machine: the one that was named, those that running processes have loaded, those on the library
/// path and in Python's packages. Each file once.
final class NcclSearch {
    /// Processes looked at.
    static final int PROCESSES_MAX = 4096;

    private static final String LIBRARY = "libnccl.so*";
    private static final Pattern MAPPED = Pattern.compile("(?m)\\s(/\\S*/libnccl\\.so[.\\d]*)$");

    private final Surroundings machine;
    private final Map<Path, NcclLibrary> found = new LinkedHashMap<>();

    NcclSearch(Surroundings machine) {
        this.machine = machine;
    }

    /// `named` is a library or a folder with one; nothing else is looked at then.
    List<NcclLibrary> search(Optional<Path> named) {
        if (named.isPresent()) {
            Path path = named.get();
            (Files.isDirectory(path) ? LibraryPath.list(path, LIBRARY) : List.of(path)).forEach(this::add);
            return List.copyOf(found.values());
        }
        LibraryPath.list(machine.at("/proc"), "[0-9]*").stream()
                .limit(PROCESSES_MAX)
                .forEach(this::addLoaded);
        new LibraryPath(machine)
                .all()
                .forEach(folder -> LibraryPath.list(folder, LIBRARY).forEach(this::add));
        return List.copyOf(found.values());
    }

    /// What another user's process has loaded is not told to us.
    private void addLoaded(Path process) {
        try {
            Matcher library = MAPPED.matcher(Files.readString(process.resolve("maps"), StandardCharsets.ISO_8859_1));
            if (library.find()) {
                add(machine.at(library.group(1)), library.group(1) + " in process " + process.getFileName());
            }
        } catch (IOException notOurs) {
            return;
        }
    }

    private void add(Path file) {
        add(file, machine.name(file));
    }

    private void add(Path file, String where) {
        try {
            Path real = file.toRealPath();
            if (!found.containsKey(real)) {
                NcclLibrary.of(real, where).ifPresent(library -> found.put(real, library));
            }
        } catch (IOException gone) {
            return;
        }
    }
}
