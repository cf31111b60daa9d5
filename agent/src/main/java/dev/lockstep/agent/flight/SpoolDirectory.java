// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of a spool. A record is called `<boot>-<uid>-<pid>-<start ticks>-<anchor>.flight`, which names one life
/// of one process, so that nobody is recorded twice. Other files in the directory are left alone.
final class SpoolDirectory {
    /// Entries looked at: with more than this, somebody else uses the directory.
    static final int ENTRIES_MAX = 4096;

    private static final Pattern NAME = Pattern.compile("[0-9a-z]*-(?<uid>\\d{1,10})-\\d+-\\d+-\\d+\\.flight");
    private static final Pattern UNFINISHED = Pattern.compile("\\..*\\.flight");
    private static final Duration UNFINISHED_AGE_MAX = Duration.ofMinutes(10);
    private static final Comparator<SpoolEntry> OLDEST =
            Comparator.comparing(SpoolEntry::keptAt).thenComparing(SpoolEntry::file);

    private final Path path;

    SpoolDirectory(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /// Makes the directory, and those above it that are missing, for the agent's user and its group.
    void make() throws IOException {
        Files.createDirectories(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    }

    /// The records, oldest first. Files that an agent began and did not end are removed once they are old.
    List<SpoolEntry> entries(Instant now) throws IOException {
        List<SpoolEntry> entries = new ArrayList<>();
        int left = ENTRIES_MAX;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                if (left-- == 0) {
                    break;
                }
                visit(file, now, entries);
            }
        } catch (NoSuchFileException notMadeYet) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(OLDEST);
        return entries;
    }

    private static void visit(Path file, Instant now, List<SpoolEntry> entries) throws IOException {
        String name = String.valueOf(file.getFileName());
        Matcher record = NAME.matcher(name);
        boolean unfinished = UNFINISHED.matcher(name).matches();
        if (!record.matches() && !unfinished) {
            return;
        }
        try {
            BasicFileAttributes facts =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Instant writtenAt = facts.lastModifiedTime().toInstant();
            if (!unfinished) {
                entries.add(new SpoolEntry(file, Long.parseLong(record.group("uid")), facts.size(), writtenAt));
            } else if (writtenAt.plus(UNFINISHED_AGE_MAX).isBefore(now)) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException goneSinceTheListing) {
            return;
        }
    }

    /// Which record goes when another one needs its room: the oldest of the user whose records take most, so that a
    /// job that dies again and again does not drive out what others left.
    static SpoolEntry firstToGo(List<SpoolEntry> oldestFirst) {
        Map<Long, Long> bytesByUser = new HashMap<>();
        oldestFirst.forEach(entry -> bytesByUser.merge(entry.userId(), entry.bytes(), Long::sum));
        long most =
                bytesByUser.values().stream().mapToLong(Long::longValue).max().orElse(0);
        Predicate<SpoolEntry> isOfGreatest = entry -> bytesByUser.getOrDefault(entry.userId(), 0L) == most;
        return oldestFirst.stream().filter(isOfGreatest).findFirst().orElseThrow();
    }
}
