// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A process with the real plugin that runs operations until it is killed (`src/test/c/doomed_driver.c`), and tells
/// how many it has begun and ended.
final class DoomedJob implements AutoCloseable {
    private static final Path ROOT = Path.of(System.getProperty("lockstep.root", ".."));
    private static final Path PLUGIN = ROOT.resolve("plugin");
    private static final Path LIBRARY = PLUGIN.resolve("build/libnccl-profiler-lockstep.so");
    private static final List<String> SUPPORT =
            List.of("nccl_driver.c", "driver_shim.c", "driver_progress.c", "check.c", "sandbox.c");
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int SECONDS_MAX = 60;

    private final Process process;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment progress;

    DoomedJob(Path program, Path directory, Path progressFile) throws IOException {
        Files.write(progressFile, new byte[2 * Long.BYTES]);
        try (FileChannel channel = FileChannel.open(progressFile, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            progress = channel.map(FileChannel.MapMode.READ_ONLY, 0, 2 * Long.BYTES, arena);
        }
        ProcessBuilder builder = new ProcessBuilder(program.toString(), progressFile.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM") || name.startsWith("TORCH"));
        builder.environment().put("LOCKSTEP_DIR", directory.toString());
        builder.environment().put("LOCKSTEP_PLUGIN", LIBRARY.toAbsolutePath().toString());
        this.process = builder.inheritIO().start();
    }

    /// Whether the library was built; `./lockstep test` and `make -C plugin` do that.
    static boolean canRun() {
        return Files.exists(LIBRARY);
    }

    /// Compiles the program.
    static Path compile(Path into) throws IOException, InterruptedException {
        Path program = into.resolve("doomed_driver");
        Path source = ROOT.resolve("agent/src/test/c/doomed_driver.c");
        List<String> flags = List.of("gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-o", program.toString());
        List<String> includes = List.of("-I" + PLUGIN.resolve("test"), "-I" + PLUGIN.resolve("include"));
        Stream<String> sources = Stream.concat(
                        Stream.of(source),
                        SUPPORT.stream().map(name -> PLUGIN.resolve("test").resolve(name)))
                .map(Path::toString);
        List<String> command = Stream.of(
                        flags.stream(), includes.stream(), sources, Stream.of("-ldl", "-lpthread", "-lm"))
                .flatMap(part -> part)
                .toList();
        Process compiler = new ProcessBuilder(command).inheritIO().start();
        if (!compiler.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
            throw new IllegalStateException("gcc could not compile " + source);
        }
        return program;
    }

    /// Operations that were begun; the plugin cannot know of more.
    long begun() {
        return (long) WORD.getAcquire(progress, 0L);
    }

    /// Operations that were ended; the plugin has counted them all.
    long ended() {
        return (long) WORD.getAcquire(progress, (long) Long.BYTES);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// SIGKILL, and waits until the process is gone.
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
        arena.close();
    }
}
