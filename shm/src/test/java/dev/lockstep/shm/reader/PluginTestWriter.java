// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The real plugin, in a process of its own that makes NCCL's callbacks (`src/test/c/twin_driver.c`).
final class PluginTestWriter implements TestWriter {
    private static final Path ROOT = Path.of(System.getProperty("lockstep.root", ".."));
    private static final Path PLUGIN = ROOT.resolve("plugin");
    private static final Path LIBRARY = PLUGIN.resolve("build/libnccl-profiler-lockstep.so");
    private static final Path DRIVER = ROOT.resolve("shm/src/test/c/twin_driver.c");
    private static final List<String> SUPPORT =
            List.of("nccl_driver.c", "driver_shim.c", "driver_progress.c", "check.c", "sandbox.c");
    private static final int SECONDS_MAX = 60;

    private final Path directory;
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    PluginTestWriter(Path program, Path directory) throws IOException {
        this.directory = directory;
        ProcessBuilder builder = new ProcessBuilder(program.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM") || name.startsWith("TORCH"));
        builder.environment().put("LOCKSTEP_DIR", directory.toString());
        builder.environment().put("LOCKSTEP_PLUGIN", LIBRARY.toAbsolutePath().toString());
        this.process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        this.commands = process.outputWriter();
        this.answers = process.inputReader();
    }

    /// Whether the library was built; `./lockstep test` and `make -C plugin` do that.
    static boolean isBuilt() {
        return Files.exists(LIBRARY);
    }

    /// Compiles the program that drives the plugin.
    static Path compile(Path into) throws IOException, InterruptedException {
        Path program = into.resolve("twin_driver");
        Stream<String> sources = Stream.concat(
                Stream.of(DRIVER.toString()),
                SUPPORT.stream()
                        .map(name -> PLUGIN.resolve("test").resolve(name).toString()));
        Stream<String> command = Stream.of(
                        Stream.of("gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-g"),
                        Stream.of("-I" + PLUGIN.resolve("test"), "-I" + PLUGIN.resolve("include")),
                        Stream.of("-o", program.toString()),
                        sources,
                        Stream.of("-ldl", "-lpthread", "-lm"))
                .flatMap(part -> part);
        Process compiler = new ProcessBuilder(command.toList()).inheritIO().start();
        if (!compiler.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
            throw new IllegalStateException("gcc could not compile " + DRIVER);
        }
        return program;
    }

    private int tell(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return Integer.parseInt(Objects.requireNonNull(answers.readLine(), "the driver is gone after: " + command));
    }

    @Override
    public int communicator(long hash, int ranks, int commRank) throws IOException {
        return tell("communicator " + Long.toHexString(hash) + " " + ranks + " " + commRank);
    }

    @Override
    public void run(int communicator, long count, long durationNanos) throws IOException {
        tell("run " + communicator + " " + count + " " + durationNanos);
    }

    @Override
    public int enqueue(int communicator, long count, int channels) throws IOException {
        return tell("enqueue " + communicator + " " + count + " " + channels);
    }

    @Override
    public void startChannel(int operation, int channel, long afterNanos) throws IOException {
        tell("start " + operation + " " + channel + " " + afterNanos);
    }

    @Override
    public void stopChannel(int operation, int channel, long afterNanos) throws IOException {
        tell("stop " + operation + " " + channel + " " + afterNanos);
    }

    @Override
    public void transfer(int communicator, int peer, int steps, int stuck) throws IOException {
        tell("transfer " + communicator + " " + peer + " " + steps + " " + stuck);
    }

    @Override
    public void closeCommunicator(int communicator) throws IOException {
        tell("finalize " + communicator);
    }

    @Override
    public void die() throws IOException {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public Path file() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".lockstep"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public String toString() {
        return "the plugin";
    }
}
