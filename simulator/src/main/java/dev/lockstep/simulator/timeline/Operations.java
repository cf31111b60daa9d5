// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.cost.Choice;
import dev.lockstep.simulator.cost.P2pChannels;
import dev.lockstep.simulator.cost.Tuning;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Fabric;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Works out the single operations of a group with their channels and stamps. A pure function of
/// the group, so it is done only for the ranks that somebody looks at.
public final class Operations {
    private static final double START_SKEW_NANOS = 400;
    private static final double STOP_SKEW_NANOS_MAX = 1_500;
    private static final double STOP_SKEW = 0.02;
    private static final long SPAN_NANOS_MIN = 64;

    private final Tuning tuning;
    private final Fabric fabric;
    private final Noise noise;

    public Operations(Cluster cluster) {
        this.fabric = cluster.scenario().fabric();
        this.tuning = new Tuning(fabric);
        this.noise = cluster.noise();
    }

    /// The operations of a group in the order of its calls.
    public List<OperationRun> of(GroupRun run) {
        List<Call> calls = run.launch().calls();
        List<Choice> choices = calls.stream().map(call -> choice(run, call)).toList();
        List<OperationRun> operations = new ArrayList<>();
        long total = calls.stream().mapToLong(Call::count).sum();
        long before = 0;
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            Choice choice = choices.get(i);
            if (calls.size() > 1 && !run.launch().isPointToPoint()) {
                choice = share(choice, before, call.count(), total);
            }
            List<ChannelStamp> stamps = stamps(run, call, choice, before, total);
            boolean toSelf = call.peer() == run.launch().communicator().commRank(run.rank());
            operations.add(
                    new OperationRun(run, i, call, choice, toSelf ? List.of() : stamps, toSelf ? stamps : List.of()));
            before += call.count();
        }
        return operations;
    }

    private Choice choice(GroupRun run, Call call) {
        Communicator communicator = run.launch().communicator();
        return tuning.choose(call.function(), call.sizeBytes(communicator.ranks()), communicator);
    }

    /// Grouped collectives share the channels: each has a contiguous range by its part of the
    /// bytes.
    private Choice share(Choice choice, long before, long count, long total) {
        int channels = last(before + count, total) - first(before, total) + 1;
        return new Choice(choice.algorithm(), choice.protocol(), channels, choice.channelsTold());
    }

    private int first(long before, long total) {
        return (int) (before * fabric.channels() / total);
    }

    private int last(long after, long total) {
        return (int) Math.ceilDiv(after * fabric.channels(), total) - 1;
    }

    private List<ChannelStamp> stamps(GroupRun run, Call call, Choice choice, long before, long total) {
        if (run.startNanos().isEmpty()) {
            return List.of();
        }
        return channels(run, call, choice, before, total)
                .mapToObj(channel -> stamp(run, channel))
                .toList();
    }

    private IntStream channels(GroupRun run, Call call, Choice choice, long before, long total) {
        Communicator communicator = run.launch().communicator();
        int own = communicator.commRank(run.rank());
        if (!call.function().isPointToPoint()) {
            int lowest = run.launch().calls().size() > 1 ? first(before, total) : 0;
            return IntStream.range(lowest, lowest + choice.channels());
        }
        int distance = call.function().ncclName().equals("Send") ? call.peer() - own : own - call.peer();
        int base = P2pChannels.first(
                Math.floorMod(distance, communicator.ranks()),
                fabric.p2pChannels(),
                communicator.ranksPerNode(),
                communicator.nodes());
        return IntStream.range(0, choice.channels()).map(part -> (base + part) % fabric.p2pChannels());
    }

    private ChannelStamp stamp(GroupRun run, int channel) {
        long start = run.startNanos().orElseThrow();
        long key = run.numbering().operation();
        long late = Math.round(START_SKEW_NANOS * noise.uniform(Draw.CHANNEL_START, run.rank(), key, channel));
        if (run.endNanos().isEmpty()) {
            return new ChannelStamp(channel, start + late, ChannelStamp.NEVER);
        }
        long end = run.endNanos().getAsLong();
        double skew = Math.min(STOP_SKEW_NANOS_MAX, (end - start) * STOP_SKEW);
        long early = Math.round(skew * noise.uniform(Draw.CHANNEL_STOP, run.rank(), key, channel))
                + run.transfer().earlyNanos(channel);
        return new ChannelStamp(channel, start + late, Math.max(start + late + SPAN_NANOS_MIN, end - early));
    }
}
