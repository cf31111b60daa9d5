// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.Arrays;
import java.util.TreeMap;

/// A batch as text, so that two can be compared with what lies in their arrays.
final class FeedText {
    private FeedText() {}

    static String of(NodeFeed feed) {
        StringBuilder text = new StringBuilder();
        text.append("%s %s %d %d %d k=%d %s\n"
                .formatted(
                        feed.node(),
                        feed.agent(),
                        feed.batch(),
                        feed.wallNanos(),
                        feed.monotonicNanos(),
                        feed.sampling(),
                        new TreeMap<>(feed.losses())));
        feed.hardware().forEach(fact -> text.append("  ").append(fact).append('\n'));
        for (ProcessFeed process : feed.processes()) {
            text.append("  %s %s %s %s %s %s %s\n"
                    .formatted(
                            process.key(),
                            process.life(),
                            process.jobId(),
                            process.incarnation(),
                            process.worldSize(),
                            process.ncclVersion(),
                            new TreeMap<>(process.losses())));
            process.communicators().forEach(communicator -> append(text, communicator));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, CommunicatorFeed communicator) {
        text.append("    %s ended=%s %s busy=%d\n"
                .formatted(
                        communicator.identity(),
                        communicator.ended(),
                        communicator.progress(),
                        communicator.busyNanos()));
        communicator
                .inFlight()
                .forEach(each -> text.append("      ").append(each).append('\n'));
        communicator.series().forEach(each -> text.append("      ").append(each).append('\n'));
        communicator
                .channels()
                .forEach(each -> text.append("      ").append(each).append('\n'));
        communicator
                .connections()
                .forEach(each -> text.append("      ").append(each).append('\n'));
        communicator.operations().forEach(each -> append(text, each));
    }

    private static void append(StringBuilder text, OperationColumns columns) {
        text.append("      %s %s %s\n".formatted(columns.function(), columns.algorithm(), columns.protocol()));
        column(text, columns.sequence(), columns.count());
        column(text, columns.ordinal(), columns.count());
        column(text, columns.sizeBytes(), columns.count());
        column(text, columns.enqueueNanos(), columns.count());
        column(text, columns.startNanos(), columns.count());
        column(text, columns.stopNanos(), columns.count());
        column(text, columns.idleNanos(), columns.count());
        text.append("        ")
                .append(Arrays.toString(Arrays.copyOf(columns.flags(), columns.count())))
                .append('\n');
    }

    private static void column(StringBuilder text, long[] values, int count) {
        text.append("        ")
                .append(Arrays.toString(Arrays.copyOf(values, count)))
                .append('\n');
    }
}
