// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.file;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Lists the logs of a directory and of its sub-directories, oldest first. What is over a limit or not a file is
/// counted in the listing, not in sum: it is a state, not an event.
public final class LogDirectory {
    private final Path root;

    /// Of a directory that need not exist.
    public LogDirectory(Path root) {
        this.root = root;
    }

    /// What lies there; `readable` is false if the directory exists and cannot be listed.
    public record Listing(List<FoundFile> files, ReasonCounts refused, boolean readable) {}

    /// Whether the directory is there.
    public boolean exists() {
        return Files.isDirectory(root);
    }

    /// Lists what lies there now.
    public Listing list() {
        ReasonCounts refused = new ReasonCounts();
        List<FoundFile> files = new ArrayList<>();
        Optional<List<Path>> directories = list(root, files, refused);
        List<Path> sorted = directories.orElse(List.of()).stream().sorted().toList();
        for (Path directory : sorted.subList(0, Math.min(sorted.size(), InspectorLimits.DIRECTORIES_MAX))) {
            if (list(directory, files, refused).isEmpty()) {
                refused.one(Reason.FILE_UNREADABLE);
            }
        }
        refused.add(Reason.DIRECTORIES_OVER_LIMIT, Math.max(0, sorted.size() - InspectorLimits.DIRECTORIES_MAX));
        files.sort(Comparator.comparingLong(FoundFile::modifiedMillis).thenComparing(FoundFile::path));
        return new Listing(files, refused, directories.isPresent());
    }

    /// Lists one directory into `files`; returns its sub-directories, empty if it cannot be listed.
    private static Optional<List<Path>> list(Path directory, List<FoundFile> files, ReasonCounts refused) {
        int limit = Math.min(InspectorLimits.FILES_MAX, files.size() + InspectorLimits.FILES_PER_DIRECTORY_MAX);
        List<Path> directories = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    directories.add(entry);
                    continue;
                }
                Optional<FoundFile> file = file(directory, entry, refused);
                if (file.isPresent() && files.size() >= limit) {
                    refused.one(Reason.FILES_OVER_LIMIT);
                } else {
                    file.ifPresent(files::add);
                }
            }
            return Optional.of(directories);
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
    }

    private static Optional<FoundFile> file(Path directory, Path entry, ReasonCounts refused) {
        Optional<LogName> name = LogName.of(directory, entry.getFileName().toString());
        Optional<BasicFileAttributes> found = name.isEmpty() ? Optional.empty() : attributes(entry);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        BasicFileAttributes attributes = found.get();
        if (!attributes.isRegularFile()) {
            refused.one(Reason.NOT_A_FILE);
            return Optional.empty();
        }
        long modified = attributes.lastModifiedTime().toMillis();
        return Optional.of(
                new FoundFile(entry, name.orElseThrow(), key(entry, attributes), attributes.size(), modified));
    }

    private static Object key(Path path, BasicFileAttributes attributes) {
        Object key = attributes.fileKey();
        return key == null ? path : key;
    }

    private static Optional<BasicFileAttributes> attributes(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            // It has gone since the listing.
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
