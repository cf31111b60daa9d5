// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench;

import dev.lockstep.agent.inspector.InspectorSource;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.line.JacksonLine;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationSeries;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// How fast the agent takes in a folder of Inspector's logs, from files to snapshot, and in how much memory: a new
/// source reads all of it, again and again. It is to be run with the agent's own flags; `bench/RESULTS.md` holds the
/// command and the last result.
public final class IngestBench {
    private static final int RUNS = 7;
    private static final int JACKSON_BYTES = 4 << 20;
    private static final int SAMPLES_MILLIS = 20;

    /// Megabytes a second, by the clock and by what the reading thread had of a core: on a machine that is busy with
    /// other things only the second can be repeated.
    private record Rate(double elapsed, double cpu) {}

    private IngestBench() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        long bytes = bytesOf(folder);
        System.out.println("%.0f MB in %s, resident before: %d MB".formatted(bytes / 1e6, folder, residentMegabytes()));
        double[] rates = new double[RUNS];
        double[] cpuRates = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            Rate rate = run(folder, bytes, run);
            rates[run] = rate.elapsed();
            cpuRates[run] = rate.cpu();
        }
        System.out.println("beside it, jackson-core alone: MB a second of CPU: " + spread(jackson(folder)));
        System.out.println("MB a second: %s; MB a second of CPU: %s".formatted(spread(rates), spread(cpuRates)));
        System.out.println("peak resident %d MB".formatted(statusMegabytes("VmHWM")));
    }

    /// The lines of one log, read one by one without counting anything.
    private static double[] jackson(Path folder) throws IOException {
        byte[] bytes = new byte[JACKSON_BYTES];
        int length;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder);
                InputStream in = Files.newInputStream(files.iterator().next())) {
            length = in.readNBytes(bytes, 0, bytes.length);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        JacksonLine jackson = new JacksonLine();
        InspectorRecord record = new InspectorRecord();
        double[] rates = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            long begin = threads.getCurrentThreadCpuTime();
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (bytes[i] == '\n') {
                    record.clear();
                    jackson.read(bytes, from, i, record);
                    from = i + 1;
                }
            }
            rates[run] = length * 1e3 / (threads.getCurrentThreadCpuTime() - begin);
        }
        return rates;
    }

    private static String spread(double[] rates) {
        double first = rates[0];
        Arrays.sort(rates);
        return "median %.0f, least %.0f, most %.0f, first %.0f"
                .formatted(rates[RUNS / 2], rates[0], rates[RUNS - 1], first);
    }

    private static Rate run(Path folder, long bytes, int run) throws IOException {
        List<Long> resident = new ArrayList<>();
        ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
        var _ = sampler.scheduleAtFixedRate(() -> sample(resident), 0, SAMPLES_MILLIS, TimeUnit.MILLISECONDS);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = System.nanoTime();
        long beginCpu = threads.getCurrentThreadCpuTime();
        long timed;
        try (InspectorSource source = new InspectorSource(folder)) {
            timed = timed(source.read(Instant.now()));
        }
        double rate = bytes * 1e3 / (System.nanoTime() - begin);
        double cpuRate = bytes * 1e3 / (threads.getCurrentThreadCpuTime() - beginCpu);
        sampler.close();
        int last = resident.size() - 1;
        System.out.println(
                "run %d: %.0f MB/s, %.0f by CPU time, %d operations timed, resident at begin %d, middle %d, end %d MB"
                        .formatted(
                                run + 1,
                                rate,
                                cpuRate,
                                timed,
                                resident.getFirst(),
                                resident.get(last / 2),
                                resident.get(last)));
        return new Rate(rate, cpuRate);
    }

    private static void sample(List<Long> resident) {
        try {
            resident.add(residentMegabytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long timed(Reading reading) {
        long timed = 0;
        for (var process : ((Reading.Fresh) reading).processes()) {
            for (CommunicatorSnapshot communicator : process.communicators()) {
                for (OperationSeries series : communicator.series()) {
                    timed += series.durations().count();
                }
            }
        }
        return timed;
    }

    private static long bytesOf(Path folder) throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private static long residentMegabytes() throws IOException {
        return statusMegabytes("VmRSS");
    }

    private static long statusMegabytes(String key) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(key + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("no " + key);
    }
}
