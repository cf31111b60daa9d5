// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `lockstep server` as an operator starts it, and what it takes of the machine.
final class BrainProcess implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/metrics");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final Process process;
    private final int port;

    private BrainProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static BrainProcess start(String heap, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.lockstep.cli.Lockstep",
                "server",
                "--listen=127.0.0.1:0"));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher url = URL.matcher(line);
            if (url.find()) {
                return new BrainProcess(process, Integer.parseInt(url.group(1)));
            }
        }
        throw new IOException("the brain did not start");
    }

    int port() {
        return port;
    }

    /// Time that it had of the cores.
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /// Its memory in MiB.
    long residentMebibytes() throws IOException {
        return residentMebibytes(process.pid());
    }

    static long residentMebibytes(long pid) throws IOException {
        Matcher resident = RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
        return resident.find() ? Long.parseLong(resident.group(1)) / 1_024 : 0;
    }

    /// The sum of a metric's series.
    double metric(String name) throws IOException {
        return metric(name, "");
    }

    /// The sum of those of a metric's series that have this label.
    double metric(String name, String label) throws IOException {
        return series(name).stream()
                .filter(line -> line.contains(label))
                .mapToDouble(BrainProcess::value)
                .sum();
    }

    /// What it refused, by reason.
    List<String> refusals() throws IOException {
        List<String> lines = new ArrayList<>(series("lockstep_brain_batches_refused_total"));
        lines.addAll(series("lockstep_brain_refused_total"));
        lines.removeIf(line -> value(line) == 0);
        return lines;
    }

    private static double value(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    private List<String> series(String name) throws IOException {
        try (InputStream in =
                URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                    .toList();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
