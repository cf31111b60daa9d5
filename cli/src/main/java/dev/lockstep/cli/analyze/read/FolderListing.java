// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.file.LogDirectory;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.config.InvalidConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The logs of some folders, in chains: a log and what was rotated out of it, in the order in which they were written.
/// Ids of communicators mean the same in two folders unless both tell of the same rank.
final class FolderListing {
    private final ReasonCounts refused = new ReasonCounts();
    private final List<Path> foreign = new ArrayList<>();
    private final List<LogChain> chains = new ArrayList<>();

    FolderListing(List<Path> paths) {
        List<PeekedFile> files = new ArrayList<>();
        Set<Object> known = new HashSet<>();
        for (FoundFile found : found(paths)) {
            if (known.add(found.fileKey())) {
                peek(found, files);
            }
        }
        files.sort(Comparator.comparingLong(PeekedFile::firstStamp)
                .thenComparing(file -> file.found().path()));
        Map<String, Integer> scopes = new Scopes(files).ofDirectories();
        Map<String, LogChain> byBase = new LinkedHashMap<>();
        for (PeekedFile file : files) {
            String directory = file.found().name().directory();
            String base = directory + "/" + file.found().name().base();
            byBase.computeIfAbsent(base, b -> new LogChain(file.found().name(), scopes.getOrDefault(directory, 0)))
                    .add(file.found());
        }
        chains.addAll(byBase.values());
    }

    private List<FoundFile> found(List<Path> paths) {
        List<FoundFile> all = new ArrayList<>();
        for (Path path : paths) {
            boolean isFolder = Files.isDirectory(path);
            Path folder = isFolder ? path : path.resolveSibling("").toAbsolutePath();
            LogDirectory.Listing listing = new LogDirectory(folder).list();
            if (!listing.readable()) {
                throw new InvalidConfigException(List.of(
                        "cannot list " + path + ": give a folder of Inspector's files that this user may read"));
            }
            listing.files().stream()
                    .filter(file -> isFolder || file.path().getFileName().equals(path.getFileName()))
                    .forEach(all::add);
            if (isFolder) {
                refused.addAll(listing.refused());
            }
        }
        return all;
    }

    private void peek(FoundFile found, List<PeekedFile> files) {
        PeekedFile peeked = PeekedFile.of(found);
        if (!peeked.isReadable()) {
            refused.one(found.name().compressed() ? Reason.GZIP_DAMAGED : Reason.FILE_UNREADABLE);
        } else if (!peeked.isInspectors()) {
            foreign.add(found.path());
        } else if (files.stream().anyMatch(peeked::isCopyOf)) {
            refused.one(Reason.FILE_COPY);
        } else {
            files.add(peeked);
        }
    }

    List<LogChain> chains() {
        return chains;
    }

    /// Files whose names are those of logs and whose content is something else.
    List<Path> foreign() {
        return foreign;
    }

    ReasonCounts refused() {
        return refused;
    }
}
