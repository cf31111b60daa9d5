// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.model.NcclFunction;
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

    /// What NCCL takes for each call of a group.
    public List<Choice> choices(GroupRun run) {
        List<Call> calls = run.launch().calls();
        List<Choice> choices = new ArrayList<>(calls.size());
        long total = calls.stream().mapToLong(Call::count).sum();
        long before = 0;
        for (Call call : calls) {
            Choice choice = choice(run, call);
            boolean shares = calls.size() > 1 && !run.launch().isPointToPoint();
            choices.add(shares ? share(choice, before, call.count(), total) : choice);
            before += call.count();
        }
        return choices;
    }

    /// The operations of a group in the order of its calls.
    public List<OperationRun> of(GroupRun run) {
        List<Call> calls = run.launch().calls();
        List<Choice> choices = choices(run);
        List<OperationRun> operations = new ArrayList<>();
        long total = calls.stream().mapToLong(Call::count).sum();
        long before = 0;
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            Choice choice = choices.get(i);
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
        ChannelSpans spans = new ChannelSpans();
        fill(run, firstChannel(run, call, before, total), choice.channels(), spans);
        return spans.stamps();
    }

    /// The channels of one operation that has started, without an object for each; what {@link #of} says of
    /// them.
    ///
    /// @param index which call of the group
    /// @param choice what {@link #of} says of that call
    public void fill(GroupRun run, int index, Choice choice, ChannelSpans spans) {
        List<Call> calls = run.launch().calls();
        long before = 0;
        long total = 0;
        for (int i = 0; i < calls.size(); i++) {
            long count = calls.get(i).count();
            before += i < index ? count : 0;
            total += count;
        }
        fill(run, firstChannel(run, calls.get(index), before, total), choice.channels(), spans);
    }

    private int firstChannel(GroupRun run, Call call, long before, long total) {
        Communicator communicator = run.launch().communicator();
        if (!call.function().isPointToPoint()) {
            return run.launch().calls().size() > 1 ? first(before, total) : 0;
        }
        int own = communicator.commRank(run.rank());
        int distance = call.function() == NcclFunction.SEND ? call.peer() - own : own - call.peer();
        return P2pChannels.first(
                Math.floorMod(distance, communicator.ranks()),
                fabric.p2pChannels(),
                communicator.ranksPerNode(),
                communicator.nodes());
    }

    private void fill(GroupRun run, int base, int channels, ChannelSpans spans) {
        boolean wraps = run.launch().isPointToPoint();
        long key = run.numbering().operation();
        long late = noise.prefix(Draw.CHANNEL_START, run.rank(), key);
        long early = noise.prefix(Draw.CHANNEL_STOP, run.rank(), key);
        long start = run.startNanos().orElseThrow();
        boolean ended = run.endNanos().isPresent();
        long end = run.endNanos().orElse(ChannelStamp.NEVER);
        double skew = Math.min(STOP_SKEW_NANOS_MAX, (end - start) * STOP_SKEW);
        spans.clear();
        for (int i = 0; i < channels; i++) {
            int channel = wraps ? (base + i) % fabric.p2pChannels() : base + i;
            long from = start + Math.round(START_SKEW_NANOS * Noise.uniform(late, channel));
            if (ended) {
                long before = Math.round(skew * Noise.uniform(early, channel))
                        + run.transfer().earlyNanos(channel);
                spans.add(channel, from, Math.max(from + SPAN_NANOS_MIN, end - before));
            } else {
                spans.add(channel, from, ChannelStamp.NEVER);
            }
        }
    }
}
