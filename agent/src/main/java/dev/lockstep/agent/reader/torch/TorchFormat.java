// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// Watchdog, heartbeat, desync, barrier and store lines of torch.distributed.
public final class TorchFormat implements LineFormat {
    /// One of these stands in every line that matters; the test must be cheap.
    private static final List<String> NEEDLES = List.of(
            "ProcessGroup",
            "atchdog",
            "WorkNCCL",
            "ncclUniqueId",
            "onitoredBarrier",
            "CollectiveFingerPrint",
            "collective #",
            "collective:",
            "TCPStore",
            "store_based_barrier_key",
            "waiting for clients",
            "client socket",
            "server socket",
            "waiting for key",
            "ran for",
            "work:",
            "flight recorder",
            "gloo",
            "process_group");

    /// Stateless.
    public TorchFormat() {}

    @Override
    public String format() {
        return "pytorch-watchdog";
    }

    @Override
    public List<String> needles() {
        return NEEDLES;
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new TorchReader(file, out);
    }

    private static final class TorchReader implements LineReader {
        private final List<TorchFamily> families;
        private final DesyncReport desync;
        private final FailedStacks stacks;

        TorchReader(String file, Consumer<Sighting> out) {
            desync = new DesyncReport(file, out);
            stacks = new FailedStacks(file, out);
            families = List.of(
                    new WatchdogLines(file, out),
                    new HeartbeatLines(file, out),
                    desync,
                    stacks,
                    new BarrierLines(file, out),
                    new StoreBarrierLines(file, out),
                    new StoreLines(file, out),
                    new HarmlessLines(file, out));
        }

        @Override
        public boolean isOpen() {
            return stacks.isOpen() || desync.isOpen();
        }

        @Override
        public void line(Line line) {
            String text = line.text();
            if (text.length() < 8) {
                return;
            }
            if ((stacks.isOpen() && stacks.frame(text)) || (desync.isOpen() && desync.row(line))) {
                return;
            }
            if (!isCandidate(text)) {
                return;
            }
            TorchLine spoken = TorchLine.of(line);
            for (TorchFamily family : families) {
                if (family.takes(spoken)) {
                    return;
                }
            }
        }

        private static boolean isCandidate(String text) {
            for (String needle : NEEDLES) {
                if (text.contains(needle)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void end() {
            families.forEach(TorchFamily::end);
        }
    }
}
