// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.util.List;

/// The process of one node, started by [SimulatedCluster]. Stops at the end of a step on SIGTERM or
/// SIGINT and frees its communicators before it ends.
public final class NodeMain {
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    private NodeMain() {}

    /// Plays the node that the words describe.
    public static void main(String[] words) throws InterruptedException {
        StopSignal stop = new StopSignal();
        GracefulStop.install(stop::give);
        int code = run(List.of(words), stop);
        GracefulStop.finished(code);
    }

    private static int run(List<String> words, StopSignal stop) throws InterruptedException {
        try {
            NodeOptions options = NodeOptions.parse(words);
            String prefix = "node " + options.node() + ": plugin: ";
            NodeResult result = NodeRun.run(options, stop, line -> System.err.println(prefix + line));
            System.out.println(result.summary());
            return 0;
        } catch (InvalidConfigException invalid) {
            invalid.problems().forEach(problem -> System.err.println("lockstep: " + problem));
            return BAD_USAGE;
        } catch (IOException | RuntimeException failure) {
            System.err.println("lockstep: " + failure);
            return FAILED;
        }
    }
}
