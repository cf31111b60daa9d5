// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks for the plugin's files in the configured directories. Hidden files are those of a process that is still
/// making its file. A directory is believed if it belongs to the agent's user or to root, the directory of a job
/// to whomever it belongs; a file in it only if it belongs to the directory's owner or to the agent's.
final class DirectoryScan {
    /// Entries looked at in one directory.
    static final int ENTRIES_MAX = 4096;
    /// How the plugin's files end; whatever else lies in its directory is none of ours.
    static final String SUFFIX = ".lockstep";

    private static final String HIDDEN = ".";
    private static final int ROOT = 0;

    private final SharedMemoryConfig config;
    private final int ownUserId;
    private final Refusals refusals;

    /// What a scan found; `unreadable` says of a directory that is there why it cannot be read.
    record Found(List<FileIdentity> files, int directories, Optional<String> unreadable) {}

    DirectoryScan(SharedMemoryConfig config, int ownUserId, Refusals refusals) {
        this.config = config;
        this.ownUserId = ownUserId;
        this.refusals = refusals;
    }

    Found scan() {
        Scan scan = new Scan();
        config.directories().forEach(scan::visitConfigured);
        return new Found(scan.files, scan.directories, scan.unreadable);
    }

    private final class Scan {
        private final List<FileIdentity> files = new ArrayList<>();
        private int directories;
        private Optional<String> unreadable = Optional.empty();

        void visitConfigured(Path path) {
            try {
                FileIdentity directory = FileIdentity.of(path);
                if (directory.kind() != FileIdentity.Kind.DIRECTORY) {
                    fail(path + " is not a directory: name the plugin's directory itself, not a link to it");
                    return;
                }
                if (directory.owner() != ownUserId && directory.owner() != ROOT) {
                    fail(path + " belongs to uid " + directory.owner() + ", not to the agent: remove or rename it");
                    return;
                }
                directories++;
                visitEntries(directory, config.depth() == SharedMemoryConfig.Depth.JOB_DIRECTORIES);
            } catch (NoSuchFileException absent) {
                return;
            } catch (IOException e) {
                refusals.refuse(path, "unreadable_directory");
                fail(path + " cannot be read, give the agent's user access: " + e.getMessage());
            }
        }

        private void fail(String reason) {
            unreadable = Optional.of(reason);
        }

        private void visitEntries(FileIdentity directory, boolean descend) throws IOException {
            int left = ENTRIES_MAX;
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.path())) {
                for (Path entry : entries) {
                    if (left-- == 0) {
                        refusals.refuse(directory, "directory_entries_over_limit");
                        return;
                    }
                    visitEntry(directory, entry, descend);
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }

        private void visitEntry(FileIdentity directory, Path path, boolean descend) {
            try {
                String name = String.valueOf(path.getFileName());
                FileIdentity entry = FileIdentity.of(path);
                if (entry.kind() == FileIdentity.Kind.DIRECTORY && descend) {
                    visitJobDirectory(entry);
                }
                if (name.endsWith(SUFFIX) && !name.startsWith(HIDDEN)) {
                    visitFile(directory, entry);
                }
            } catch (IOException goneSinceTheListing) {
                // A process that ends between the listing and this look is everyday life.
                return;
            }
        }

        private void visitFile(FileIdentity directory, FileIdentity file) {
            if (file.kind() == FileIdentity.Kind.SYMBOLIC_LINK) {
                refusals.refuse(file, "symbolic_link");
            } else if (file.kind() != FileIdentity.Kind.FILE) {
                refusals.refuse(file, "not_a_file");
            } else if (file.owner() != directory.owner() && file.owner() != ownUserId) {
                refusals.refuse(file, "foreign_owner");
            } else {
                files.add(file);
            }
        }

        private void visitJobDirectory(FileIdentity directory) {
            try {
                visitEntries(directory, false);
            } catch (IOException e) {
                refusals.refuse(directory, "unreadable_directory");
            }
        }
    }
}
