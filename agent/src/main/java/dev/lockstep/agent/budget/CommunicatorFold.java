// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.core.metric.SeriesCost;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is shown of one communicator of a process. What was once decided about a series holds as long as the process
/// lives: a series that was folded never comes out again.
final class CommunicatorFold {
    private enum Place {
        OWN,
        SIZE_OTHER,
        COMMUNICATOR_OTHER
    }

    private record Tuned(NcclFunction function, SizeClass size, String algorithm, String protocol) {}

    private record Sized(NcclFunction function, SizeClass size) {}

    private record Kernel(NcclFunction function, String name) {
        static Kernel of(KernelPhases phases) {
            return new Kernel(phases.function(), phases.kernel());
        }
    }

    private final GpuFold gpu;
    private final boolean isShown;
    private final Map<SeriesKey, Place> places = new HashMap<>();
    private final Map<SeriesKey, OperationSeries> foldedUntil = new HashMap<>();
    private final FoldedSums sizes = new FoldedSums();
    private final Map<Kernel, Boolean> kernels = new HashMap<>();
    private final Set<NcclFunction> functions = EnumSet.noneOf(NcclFunction.class);
    private final Set<Sized> sized = new HashSet<>();
    private final Set<Tuned> tuned = new HashSet<>();
    private Instant lastSeen;
    private int cost;
    private int channelsCost;
    private boolean showsChannels;
    private boolean hasChannelsFolded;
    private final LinkFold links;

    /// `first` is how it is called.
    CommunicatorFold(GpuFold gpu, CommunicatorIdentity first, Instant now) {
        this.gpu = gpu;
        this.links = new LinkFold(gpu, !first.id().equals(CommunicatorIdentity.OTHER));
        this.lastSeen = now;
        this.isShown = gpu.budget().takesOwn(SeriesCost.MEMBERSHIP);
        this.cost = isShown ? SeriesCost.MEMBERSHIP : 0;
    }

    /// Finds room for what is new in a reading. All communicators do so before any is shown: each may have to give its
    /// channels up for another.
    void admit(CommunicatorSnapshot communicator, Instant now) {
        lastSeen = now;
        communicator.series().forEach(series -> places.computeIfAbsent(series.key(), this::decide));
        communicator.inFlight().forEach(operation -> admit(operation.key().function()));
        communicator.phases().forEach(phases -> kernels.computeIfAbsent(Kernel.of(phases), _ -> takesPhases()));
        if (isShown) {
            admitChannels(communicator);
            links.admit(communicator.connections());
        }
    }

    private boolean takesPhases() {
        boolean isTaken = isShown && gpu.budget().takesOwn(SeriesCost.KERNEL_PHASES);
        cost += isTaken ? SeriesCost.KERNEL_PHASES : 0;
        gpu.count(isTaken ? FoldedSeries.NONE : new FoldedSeries(0, 0, 1));
        return isTaken;
    }

    /// Adds what is shown of it to `shown`, and what is not to the GPU's others.
    void show(CommunicatorSnapshot communicator, List<CommunicatorSnapshot> shown) {
        List<OperationSeries> own = new ArrayList<>(communicator.series().size());
        for (OperationSeries series : communicator.series()) {
            switch (places.getOrDefault(series.key(), Place.COMMUNICATOR_OTHER)) {
                case OWN -> own.add(series);
                case SIZE_OTHER -> addTo(sizes, series);
                case COMMUNICATOR_OTHER -> addTo(gpu.others(), series);
            }
        }
        List<OperationInFlight> inFlight =
                communicator.inFlight().stream().filter(this::isShownHere).toList();
        if (isShown) {
            own.addAll(sizes.all());
            shown.add(new CommunicatorSnapshot(
                    communicator.identity(),
                    own,
                    inFlight,
                    channels(communicator),
                    communicator.phases().stream()
                            .filter(phases -> kernels.getOrDefault(Kernel.of(phases), false))
                            .toList(),
                    communicator.busyNanos(),
                    communicator.ended(),
                    communicator.ordinals(),
                    links.show(communicator.connections())));
        }
    }

    private void addTo(FoldedSums sums, OperationSeries series) {
        OperationSeries before = foldedUntil.getOrDefault(series.key(), OperationSeries.silent(series.key()));
        if (!before.equals(series)) {
            sums.add(series.since(before));
            foldedUntil.put(series.key(), series);
        }
    }

    private Place decide(SeriesKey key) {
        if (isShown && gpu.budget().takesOwn(costOf(key))) {
            enter(key);
            return Place.OWN;
        }
        SeriesKey other = FoldedSums.folded(key);
        if (isShown && gpu.budget().takesFolded(costOf(other))) {
            enter(other);
            gpu.count(new FoldedSeries(0, 1, 0));
            return Place.SIZE_OTHER;
        }
        gpu.count(new FoldedSeries(0, 0, 1));
        return Place.COMMUNICATOR_OTHER;
    }

    /// What a series costs beyond those that are shown already.
    private int costOf(SeriesKey key) {
        int more = functions.contains(key.function()) ? 0 : SeriesCost.FUNCTION;
        more += isTimed(key) && !sized.contains(sizedOf(key)) ? SeriesCost.SIZED : 0;
        return more + (tuned.contains(tunedOf(key)) ? 0 : SeriesCost.tuned(key.function()));
    }

    private void enter(SeriesKey key) {
        cost += costOf(key);
        functions.add(key.function());
        tuned.add(tunedOf(key));
        if (isTimed(key)) {
            sized.add(sizedOf(key));
        }
    }

    private static boolean isTimed(SeriesKey key) {
        return key.kind() == OperationKind.KERNEL;
    }

    private static Sized sizedOf(SeriesKey key) {
        return new Sized(key.function(), key.sizeClass());
    }

    private static Tuned tunedOf(SeriesKey key) {
        return new Tuned(key.function(), key.sizeClass(), key.algorithm(), key.protocol());
    }

    /// An operation in flight may be the first of its function, and a hang.
    private void admit(NcclFunction function) {
        if (isShown && !functions.contains(function) && gpu.budget().takesFolded(SeriesCost.FUNCTION)) {
            functions.add(function);
            cost += SeriesCost.FUNCTION;
        }
    }

    private boolean isShownHere(OperationInFlight operation) {
        boolean isHere = functions.contains(operation.key().function());
        if (!isHere) {
            gpu.addInFlight(operation);
        }
        return isHere;
    }

    /// Channels are shown one by one where the communicator spans nodes and there is room.
    private void admitChannels(CommunicatorSnapshot communicator) {
        if (communicator.identity().nodes().orElse(1) <= 1 || hasChannelsFolded) {
            return;
        }
        int needed = Math.max(0, communicator.channels().size() - 1) * SeriesCost.CHANNEL;
        if (needed > channelsCost && !gpu.budget().takesChannels(this, needed - channelsCost)) {
            foldChannels();
            return;
        }
        channelsCost = Math.max(channelsCost, needed);
        showsChannels = true;
    }

    private List<ChannelCounters> channels(CommunicatorSnapshot communicator) {
        if (showsChannels) {
            return communicator.channels();
        }
        ChannelCounters sum = ChannelCounters.silent(ChannelCounters.OTHER);
        for (ChannelCounters channel : communicator.channels()) {
            sum = sum.plus(channel);
        }
        return communicator.channels().isEmpty() ? List.of() : List.of(sum);
    }

    /// Gives the room of its channels back, for good.
    void foldChannels() {
        showsChannels = false;
        hasChannelsFolded = true;
        gpu.count(new FoldedSeries(1, 0, 0));
        giveChannelsBack();
    }

    private void giveChannelsBack() {
        gpu.budget().forgetChannelsOf(this);
        gpu.budget().giveBack(channelsCost);
        channelsCost = 0;
    }

    boolean isGoneSince(Instant moment) {
        return lastSeen.isBefore(moment);
    }

    /// Gives all its room back. What it has folded into others stays there.
    void release() {
        giveChannelsBack();
        links.release();
        gpu.budget().giveBack(cost);
        cost = 0;
    }
}
