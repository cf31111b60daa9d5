// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.simulator.timeline.Examples;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The plugin of `src/test/c/recording_profiler.c`, built where the test runs, and what it wrote down.
@SuppressWarnings("restricted")
final class RecordingProfiler {
    private final Path library;
    private final Path log;

    private RecordingProfiler(Path library, Path log) {
        this.library = library;
        this.log = log;
    }

    /// One callback: its name, its thread, its words such as `handle=0x1a`, and the kind of a start.
    record Line(String callback, int thread, String kind, Map<String, String> values) {
        static Line parse(String text) {
            String[] words = text.split(" ", -1);
            Map<String, String> values = new TreeMap<>();
            String kind = "";
            for (String word : List.of(words).subList(2, words.length)) {
                int equals = word.indexOf('=');
                if (equals >= 0) {
                    values.put(word.substring(0, equals), word.substring(equals + 1));
                } else if (kind.isEmpty()) {
                    kind = word;
                }
            }
            return new Line(words[0], Integer.parseInt(words[1]), kind, values);
        }

        String value(String key) {
            return values.getOrDefault(key, "");
        }

        boolean starts(String type) {
            return callback.equals("start") && kind.equals(type);
        }
    }

    static RecordingProfiler build(Path directory) throws IOException, InterruptedException {
        Path library = directory.resolve("librecording.so");
        Path source = Examples.root().resolve("simulator/src/test/c/recording_profiler.c");
        assumeThat(onPath("cc")).as("a C compiler").isTrue();
        Process compiler = new ProcessBuilder(
                        "cc", "-std=c11", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).isZero();
        return new RecordingProfiler(library, directory.resolve("callbacks.log"));
    }

    private static boolean onPath(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    Path library() {
        return library;
    }

    void begin(int mask) {
        try (Arena arena = Arena.ofConfined()) {
            call(
                    "recording_begin",
                    FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                    arena.allocateFrom(log.toString()),
                    mask);
        }
    }

    List<Line> end() throws IOException {
        call("recording_end", FunctionDescriptor.ofVoid());
        return Files.readAllLines(log).stream().map(Line::parse).toList();
    }

    /// The library stays loaded, as its statics are what is recorded with.
    private void call(String name, FunctionDescriptor descriptor, Object... arguments) {
        MemorySegment symbol =
                SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow(name);
        try {
            Linker.nativeLinker().downcallHandle(symbol, descriptor).invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
