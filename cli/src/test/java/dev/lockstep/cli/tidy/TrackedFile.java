// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// One file of the repository, its path relative to the root and with forward slashes.
record TrackedFile(String path, String text) {
    /// Modules whose `src/main` runs at somebody's site; `bench` is not one of them.
    private static final Set<String> PRODUCTION_MODULES =
            Set.of("core", "shm", "agent", "server", "simulator", "cli", "flink");

    private static final Set<String> BINARY_ENDINGS = Set.of("bin", "gz", "png", "pickle", "parquet", "pb", "zst");

    /// All tracked text files of a checkout. A file deleted but not yet committed is left out.
    static List<TrackedFile> in(Path root) throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "ls-files", "-z")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String listed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (git.waitFor() != 0) {
            throw new IllegalStateException("'git ls-files' failed in " + root);
        }
        return Stream.of(listed.split("\0"))
                .filter(path -> Files.isRegularFile(root.resolve(path)))
                .filter(path -> !BINARY_ENDINGS.contains(path.substring(path.lastIndexOf('.') + 1)))
                .map(path -> read(root, path))
                .toList();
    }

    private static TrackedFile read(Path root, String path) {
        try {
            byte[] bytes = Files.readAllBytes(root.resolve(path));
            return new TrackedFile(path, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        return text.lines().toList();
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    String folder() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isC() {
        return path.endsWith(".c") || path.endsWith(".h");
    }

    boolean isTypeScript() {
        return path.endsWith(".ts") || path.endsWith(".tsx");
    }

    boolean isProductionJava() {
        String module = path.substring(0, Math.max(0, path.indexOf('/')));
        return isJava() && PRODUCTION_MODULES.contains(module) && path.contains("/src/main/");
    }
}
