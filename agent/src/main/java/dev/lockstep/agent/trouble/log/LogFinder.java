// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.log;

import dev.lockstep.agent.trouble.log.LogPattern.Step;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Looks once for the files that patterns name. Links are followed, since clusters link to logs of containers. One
/// thread.
final class LogFinder {
    /// Names that are looked at in one search; the rest is not found.
    static final int NAMES_MAX = 10_000;

    /// Files that are followed.
    static final int FILES_MAX = 2048;

    /// Folders below each other that `**` stands for.
    static final int DEPTH_MAX = 8;

    /// A file as it was found.
    ///
    /// @param key the same whatever its name is
    record Found(Object key, Path path, long size, FileTime modified, Optional<String> job) {}

    private final Map<Object, Found> found = new HashMap<>();
    private int names;
    private long unseen;
    private long unreadable;

    /// The files that these patterns name now, those that changed last if there are too many; of several names of one
    /// file, one.
    Map<Object, Found> find(List<LogPattern> patterns) {
        found.clear();
        names = 0;
        for (LogPattern pattern : patterns) {
            expand(Path.of("/"), pattern.steps(), 0, Optional.empty());
        }
        if (found.size() > FILES_MAX) {
            unseen += found.size() - FILES_MAX;
            List<Found> oldest = found.values().stream()
                    .sorted(Comparator.comparing(Found::modified))
                    .limit(found.size() - FILES_MAX)
                    .toList();
            oldest.forEach(each -> found.remove(each.key()));
        }
        return found;
    }

    /// Names and files over the limits, in all searches.
    long unseen() {
        return unseen;
    }

    /// Folders that could not be listed, since the start.
    long unreadable() {
        return unreadable;
    }

    private void expand(Path base, List<Step> steps, int depth, Optional<String> job) {
        if (steps.isEmpty()) {
            add(base, job);
            return;
        }
        List<Step> rest = steps.subList(1, steps.size());
        switch (steps.getFirst()) {
            case Step.Name(String name) -> expand(base.resolve(name), rest, depth, job);
            case Step.Names names ->
                list(base, (path, name) -> {
                    Matcher matcher = names.pattern().matcher(name);
                    if (matcher.matches()) {
                        expand(path, rest, depth, LogPattern.job(matcher).or(() -> job));
                    }
                });
            case Step.AnyDepth() -> {
                expand(base, rest, depth, job);
                if (depth < DEPTH_MAX) {
                    list(base, (path, name) -> {
                        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                            expand(path, steps, depth + 1, job);
                        }
                    });
                }
            }
        }
    }

    private interface Entry {
        void take(Path path, String name);
    }

    private void list(Path folder, Entry entry) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                if (names >= NAMES_MAX) {
                    unseen++;
                    return;
                }
                names++;
                Path name = path.getFileName();
                if (name != null) {
                    entry.take(path, name.toString());
                }
            }
        } catch (IOException | DirectoryIteratorException refused) {
            unreadable++;
        }
    }

    private void add(Path path, Optional<String> job) {
        BasicFileAttributes attributes = attributes(path);
        if (attributes != null && attributes.isRegularFile()) {
            Object key = Optional.ofNullable(attributes.fileKey()).orElse(path);
            found.putIfAbsent(key, new Found(key, path, attributes.size(), attributes.lastModifiedTime(), job));
        }
    }

    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException goneOrForbidden) {
            return null;
        }
    }
}
