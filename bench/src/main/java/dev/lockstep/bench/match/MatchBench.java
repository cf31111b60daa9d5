// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.match;

import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.match.FunctionWindow;
import dev.lockstep.core.analysis.match.MatchLimits;
import dev.lockstep.core.analysis.match.Tallies;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.model.NcclFunction;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// How many operation records a second are matched from decoded batches, and how many with all detectors: two jobs of
/// 512 ranks, or as many ranks as the argument says, each on a thread of its own. `bench/RESULTS.md` holds the command
/// and the last result.
public final class MatchBench {
    private static final int SECONDS = 6;
    private static final int ROUNDS = 9;
    private static final int THREADS = 2;

    private MatchBench() {}

    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        int ranks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
        List<List<List<NodeFeed>>> jobs = new ArrayList<>();
        long records = 0;
        for (int thread = 0; thread < THREADS; thread++) {
            RecordedJob job = new RecordedJob("job-" + thread, ranks / THREADS);
            List<List<NodeFeed>> seconds = new ArrayList<>();
            for (int second = 0; second < SECONDS; second++) {
                seconds.add(job.second(second, second));
            }
            jobs.add(seconds);
            records += SECONDS * job.recordsPerSecond();
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            System.out.printf("%d ranks, %d records a round, %d threads%n", ranks, records, THREADS);
            System.out.println("million records a second: median (least to most)");
            report("matched", records, threads, jobs, MatchBench::match);
            report("with all detectors", records, threads, jobs, MatchBench::judge);
        }
    }

    private interface Work {
        long run(List<List<NodeFeed>> seconds);
    }

    private static void report(
            String what, long records, ExecutorService threads, List<List<List<NodeFeed>>> jobs, Work work)
            throws InterruptedException, ExecutionException {
        double[] byClock = new double[ROUNDS];
        double[] byCpu = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            long cpuNanos = run(threads, jobs, work);
            byClock[round] = records * 1e3 / (System.nanoTime() - begin);
            byCpu[round] = records * 1e3 * THREADS / cpuNanos;
        }
        System.out.printf(
                "%-20s by the clock %s, by what %d threads had of the cores %s%n",
                what, spread(byClock), THREADS, spread(byCpu));
    }

    /// Time that the threads had of a core, together.
    private static long run(ExecutorService threads, List<List<List<NodeFeed>>> jobs, Work work)
            throws InterruptedException, ExecutionException {
        List<Callable<Long>> tasks = new ArrayList<>();
        jobs.forEach(job -> tasks.add(() -> cpuNanos(work, job)));
        long cpuNanos = 0;
        for (Future<Long> done : threads.invokeAll(tasks)) {
            cpuNanos += done.get();
        }
        return cpuNanos;
    }

    private static long cpuNanos(Work work, List<List<NodeFeed>> job) {
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long begin = thread.getCurrentThreadCpuTime();
        if (work.run(job) == 0) {
            throw new IllegalStateException("nothing was matched");
        }
        return thread.getCurrentThreadCpuTime() - begin;
    }

    private static long match(List<List<NodeFeed>> seconds) {
        Tallies tallies = new Tallies();
        Map<String, FunctionWindow> windows = new HashMap<>();
        for (int second = 0; second < seconds.size(); second++) {
            for (NodeFeed feed : seconds.get(second)) {
                for (ProcessFeed process : feed.processes()) {
                    for (CommunicatorFeed communicator : process.communicators()) {
                        FunctionWindow window = windows.computeIfAbsent(
                                communicator.identity().id(), id -> window(communicator, tallies));
                        for (OperationColumns columns : communicator.operations()) {
                            window.accept(communicator.identity().commRank().orElseThrow(), columns, second);
                        }
                    }
                }
            }
        }
        return tallies.rowsComplete();
    }

    private static FunctionWindow window(CommunicatorFeed communicator, Tallies tallies) {
        int ranks = communicator.identity().ranks().orElseThrow();
        return new FunctionWindow(NcclFunction.ALL_REDUCE, ranks, MatchLimits.defaults(), tallies, row -> {});
    }

    private static long judge(List<List<NodeFeed>> seconds) {
        Brain brain = new Brain(BrainSettings.defaults());
        for (int second = 0; second < seconds.size(); second++) {
            long now = second * 1_000_000_000L;
            seconds.get(second).forEach(feed -> brain.accept(feed, now));
            brain.examine(now);
        }
        return brain.view().jobs().getFirst().matched().complete();
    }

    private static String spread(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return "%.1f (%.1f to %.1f)".formatted(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }
}
