// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.Progress;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;

/// Batches of every shape: nothing in them means anything.
final class RandomFeeds {
    private static final List<String> TEXTS =
            List.of("", "RING", "TREE", "SIMPLE", "node-7", "größer", "日本", "x".repeat(WireLimits.STRING_BYTES_MAX));

    private final Random random;

    RandomFeeds(Random random) {
        this.random = random;
    }

    NodeFeed next() {
        return new NodeFeed(
                text(),
                text(),
                count(),
                random.nextLong(),
                random.nextLong(),
                random.nextInt(Sampling.EXPONENT_MAX + 1),
                some(4, this::process),
                losses(),
                some(3, this::hardware));
    }

    private HardwareFact hardware() {
        return new HardwareFact(text(), optionalInt(), oneOf(List.of(HardwareFact.Kind.values())), count(), text());
    }

    private <T> List<T> some(int most, Supplier<T> each) {
        List<T> all = new ArrayList<>();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            all.add(each.get());
        }
        return all;
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String text() {
        return random.nextBoolean() ? oneOf(TEXTS) : Integer.toHexString(random.nextInt());
    }

    /// Small and large ones alike, never negative.
    private long count() {
        return random.nextLong() >>> (1 + random.nextInt(Long.SIZE - 1));
    }

    private int small() {
        return (int) (count() >>> Integer.SIZE);
    }

    private OptionalInt optionalInt() {
        return random.nextBoolean() ? OptionalInt.of(random.nextInt()) : OptionalInt.empty();
    }

    private OptionalLong optionalLong() {
        return random.nextBoolean() ? OptionalLong.of(count()) : OptionalLong.empty();
    }

    private Optional<String> optionalText() {
        return random.nextBoolean() ? Optional.of(text()) : Optional.empty();
    }

    private Map<String, Long> losses() {
        Map<String, Long> losses = new HashMap<>();
        for (String reason : some(3, this::text)) {
            losses.put(reason, count());
        }
        return losses;
    }

    private ProcessFeed process() {
        return new ProcessFeed(
                new ProcessKey(text(), random.nextLong(), random.nextLong()),
                oneOf(List.of(ProcessLife.values())),
                text(),
                optionalText(),
                optionalInt(),
                optionalText(),
                some(3, this::communicator),
                losses());
    }

    private CommunicatorFeed communicator() {
        return new CommunicatorFeed(
                identity(),
                random.nextBoolean(),
                new Progress(optionalLong(), optionalLong(), optionalLong(), small()),
                some(CommunicatorFeed.IN_FLIGHT_MAX, this::inFlight),
                some(5, () -> new SeriesDelta(key(), count(), count(), count(), count())),
                some(5, () -> new ChannelCounters(random.nextInt(256), count(), count(), count(), count())),
                some(5, this::connection),
                some(3, this::columns),
                count());
    }

    private ConnectionCounters connection() {
        return new ConnectionCounters(
                new ConnectionKey(
                        optionalInt(),
                        oneOf(List.of(Direction.values())),
                        random.nextInt(256),
                        oneOf(List.of(ConnectionKey.Owner.values()))),
                new ConnectionCounters.Volume(count(), count(), count(), count()),
                count(),
                states(),
                TransferHistogram.EMPTY,
                new Network(random.nextInt(), random.nextInt(), count(), count()),
                new Standing(count(), count(), states()));
    }

    private StepStates states() {
        return new StepStates(count(), count(), count(), count());
    }

    private CommunicatorIdentity identity() {
        Optional<GpuIdentity> gpu = random.nextBoolean()
                ? Optional.of(new GpuIdentity(optionalInt(), optionalText(), optionalText()))
                : Optional.empty();
        return new CommunicatorIdentity(
                text(), random.nextInt(), text(), optionalInt(), optionalInt(), optionalInt(), optionalInt(), gpu);
    }

    private SeriesKey key() {
        SizeClass size = random.nextInt(5) == 0 ? SizeClass.OTHER : new SizeClass(random.nextInt(64));
        return new SeriesKey(
                oneOf(List.of(NcclFunction.values())), text(), text(), size, oneOf(List.of(OperationKind.values())));
    }

    private OperationInFlight inFlight() {
        return new OperationInFlight(
                key(), random.nextLong(), optionalLong(), optionalInt(), count(), count(), small(), small());
    }

    private OperationColumns columns() {
        int count = random.nextInt(200);
        int spare = random.nextInt(3);
        byte[] flags = new byte[count + spare];
        random.nextBytes(flags);
        return new OperationColumns(
                oneOf(List.of(NcclFunction.values())),
                text(),
                text(),
                count,
                column(count + spare),
                column(count + spare),
                column(count + spare),
                column(count + spare),
                column(count + spare),
                column(count + spare),
                column(count + spare),
                flags);
    }

    private long[] column(int length) {
        long[] values = new long[length];
        long value = random.nextLong() >> random.nextInt(Long.SIZE);
        int shape = random.nextInt(3);
        long step = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            values[i] = value;
            value += switch (shape) {
                case 0 -> step;
                case 1 -> random.nextInt(1 << 20);
                default -> random.nextLong() >> random.nextInt(Long.SIZE);
            };
        }
        return values;
    }
}
