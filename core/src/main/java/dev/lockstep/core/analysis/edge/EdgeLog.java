// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The network edges of one communicator, all of its ranks together, over the last seconds: which of them is slow and
/// who holds it. Each edge is judged against the others, since they carry the same steps, and against its own past.
public final class EdgeLog {
    /// Edges that are followed; later ones are left out and counted.
    public static final int EDGES_MAX = 4_096;

    private static final long WINDOW_NANOS = Duration.ofSeconds(4).toNanos();
    private static final double FADE = 0.25;
    /// Timed steps from which on an edge is judged.
    private static final double STEPS_MIN = 8;
    /// Edges that must be there to be compared with each other.
    private static final int EDGES_MIN = 3;
    static final double FACTOR_MIN = 1.5;
    /// A wait that is shorter than this is nobody's fault.
    static final double WAIT_MIN_NANOS = 20_000;

    private final Map<Ends, EdgeSums> edges = new LinkedHashMap<>();
    private long fadedNanos;
    private long leftOut;

    private record Ends(int from, int to) {
        boolean touches(int rank) {
            return from == rank || to == rank;
        }
    }

    private record Judged(Ends ends, EdgeSums sums, double nanos, double usualNanos) {
        double factor() {
            return nanos / Math.max(1, usualNanos);
        }

        double lostNanos() {
            return nanos - usualNanos;
        }
    }

    /// Nothing yet.
    public EdgeLog() {}

    /// Takes what a rank tells of its connections.
    public void add(int commRank, List<ConnectionCounters> connections, long nowNanos) {
        long windows = (nowNanos - fadedNanos) / WINDOW_NANOS;
        if (windows > 0) {
            fadedNanos = nowNanos;
            edges.values().forEach(sums -> sums.fade(Math.pow(FADE, (double) windows)));
        }
        for (ConnectionCounters each : connections) {
            if (each.key().owner() == ConnectionKey.Owner.SELF
                    && each.key().peer().isPresent()) {
                add(ends(commRank, each.key()), each);
            }
        }
    }

    private static Ends ends(int commRank, ConnectionKey key) {
        int peer = key.peer().orElseThrow();
        return key.direction() == Direction.SEND ? new Ends(commRank, peer) : new Ends(peer, commRank);
    }

    private void add(Ends ends, ConnectionCounters more) {
        EdgeSums sums = edges.get(ends);
        if (sums == null) {
            if (edges.size() >= EDGES_MAX) {
                leftOut++;
                return;
            }
            sums = new EdgeSums();
            edges.put(ends, sums);
        }
        sums.add(more);
    }

    /// How often something was told of an edge that found no room.
    public long leftOut() {
        return leftOut;
    }

    /// The edges of which enough was seen lately, by their time on the wire.
    public List<WireTime> wires() {
        return edges.entrySet().stream()
                .filter(edge -> edge.getValue().steps() >= STEPS_MIN)
                .map(edge -> new WireTime(
                        edge.getKey().from(),
                        edge.getValue().nic(),
                        edge.getValue().wireNanos(),
                        edge.getValue().firstWireNanos(),
                        edge.getValue().stepsPerOperation()))
                .toList();
    }

    /// What holds the communicator's network part up; absent if nothing does, or if it cannot be told.
    public Optional<SlowEdge> slowest() {
        List<Map.Entry<Ends, EdgeSums>> known = edges.entrySet().stream()
                .filter(edge -> edge.getValue().steps() >= STEPS_MIN)
                .toList();
        List<Judged> wires = wires(known);
        double lostOnWires = wires.stream()
                .mapToDouble(Judged::lostNanos)
                .filter(lost -> lost > 0)
                .max()
                .orElse(0);
        return outstanding(wires, Holder.WIRE)
                .or(() -> byAGpu(known).filter(edge -> edge.nanos() - edge.usualNanos() >= lostOnWires))
                .or(() -> byAReceiver(known).filter(edge -> edge.nanos() - edge.usualNanos() >= lostOnWires));
    }

    /// An edge whose data are longer under way than those of the others: where the wire is slow, only there.
    private static List<Judged> wires(List<Map.Entry<Ends, EdgeSums>> known) {
        double middle = middle(known, EdgeSums::wireNanos);
        List<Judged> judged = new ArrayList<>();
        known.forEach(edge -> {
            double past = edge.getValue().firstWireNanos();
            double usual = known.size() < EDGES_MIN ? past : Double.isNaN(past) ? middle : Math.min(past, middle);
            judged.add(
                    new Judged(edge.getKey(), edge.getValue(), edge.getValue().wireNanos(), usual));
        });
        return judged;
    }

    /// A receiver whose host gives no room, though its GPU takes what is there. Its victims upstream find no room
    /// either, but there the GPU is what does not take.
    private static Optional<SlowEdge> byAReceiver(List<Map.Entry<Ends, EdgeSums>> known) {
        double middle = middle(known, EdgeSums::peerNanos);
        List<Judged> judged = known.stream()
                .filter(edge -> edge.getValue().isToldByReceiver()
                        && edge.getValue().takenNanos() < edge.getValue().peerNanos() / 2)
                .map(edge -> new Judged(
                        edge.getKey(),
                        edge.getValue(),
                        edge.getValue().peerNanos(),
                        isFew(known) ? edge.getValue().firstPeerNanos() : middle))
                .toList();
        return outstanding(judged, Holder.RECEIVER);
    }

    /// A rank that neither takes what came nor makes what is to go: the ranks before it only do not take, those behind
    /// it only do not make.
    private static Optional<SlowEdge> byAGpu(List<Map.Entry<Ends, EdgeSums>> known) {
        double taken = middle(known, EdgeSums::takenNanos);
        double made = middle(known, EdgeSums::madeNanos);
        List<Judged> untaken =
                judged(known, EdgeSums::takenNanos, isFew(known) ? EdgeSums::firstTakenNanos : edge -> taken);
        List<Judged> unmade =
                judged(known, EdgeSums::madeNanos, isFew(known) ? EdgeSums::firstMadeNanos : edge -> made);
        Optional<Judged> worst = untaken.stream()
                .flatMap(in -> unmade.stream()
                        .filter(out -> out.ends().from() == in.ends().to())
                        .map(out -> new Judged(
                                in.ends(),
                                in.sums(),
                                Math.min(in.nanos(), out.nanos()),
                                Math.max(in.usualNanos(), out.usualNanos()))))
                .max(Comparator.comparingDouble(Judged::nanos));
        return worst.filter(one -> one.nanos() >= WAIT_MIN_NANOS)
                .map(one -> edge(one, OptionalInt.of(one.ends().to()), Holder.GPU));
    }

    /// Those far above the usual.
    private static List<Judged> judged(
            List<Map.Entry<Ends, EdgeSums>> known, ToDoubleFunction<EdgeSums> of, ToDoubleFunction<EdgeSums> usual) {
        return known.stream()
                .map(edge -> new Judged(
                        edge.getKey(),
                        edge.getValue(),
                        of.applyAsDouble(edge.getValue()),
                        usual.applyAsDouble(edge.getValue())))
                .filter(edge -> edge.nanos() >= FACTOR_MIN * edge.usualNanos())
                .toList();
    }

    /// Whether they cannot be compared with each other, but with their own past.
    private static boolean isFew(List<Map.Entry<Ends, EdgeSums>> known) {
        return known.size() < EDGES_MIN;
    }

    /// The one edge, or the one rank's edges, that are far above the usual.
    private static Optional<SlowEdge> outstanding(List<Judged> judged, Holder holder) {
        Optional<Judged> worst = judged.stream()
                .filter(edge -> edge.factor() >= FACTOR_MIN && edge.nanos() >= WAIT_MIN_NANOS)
                .max(Comparator.comparingDouble(Judged::factor));
        if (worst.isEmpty()) {
            return Optional.empty();
        }
        double from = 1 + (worst.get().factor() - 1) / 2;
        double lost = worst.get().lostNanos() / 2;
        List<Judged> high = judged.stream()
                .filter(edge -> edge.factor() >= from || edge.lostNanos() >= lost)
                .toList();
        return high.size() == 1 ? Optional.of(edge(worst.get(), OptionalInt.empty(), holder)) : shared(high, holder);
    }

    /// The rank that these edges share. Two ranks that only send to each other share both edges: then it is the edge,
    /// the same one at each look.
    private static Optional<SlowEdge> shared(List<Judged> high, Holder holder) {
        Judged first = high.stream()
                .min(Comparator.comparingInt((Judged edge) -> edge.ends().from())
                        .thenComparingInt(edge -> edge.ends().to()))
                .orElseThrow();
        int[] both = IntStream.of(first.ends().from(), first.ends().to())
                .filter(rank -> high.stream().allMatch(edge -> edge.ends().touches(rank)))
                .toArray();
        return switch (both.length) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(edge(worstOf(high), OptionalInt.of(both[0]), holder));
            default -> Optional.of(edge(first, OptionalInt.empty(), holder));
        };
    }

    private static Judged worstOf(List<Judged> edges) {
        return edges.stream().max(Comparator.comparingDouble(Judged::factor)).orElseThrow();
    }

    private static SlowEdge edge(Judged of, OptionalInt endpoint, Holder holder) {
        return new SlowEdge(
                of.ends().from(),
                of.ends().to(),
                endpoint,
                holder,
                of.sums().nic(),
                of.nanos(),
                of.usualNanos(),
                of.sums().stepsPerOperation());
    }

    private static double middle(List<Map.Entry<Ends, EdgeSums>> known, ToDoubleFunction<EdgeSums> of) {
        double[] sorted = known.stream()
                .mapToDouble(edge -> of.applyAsDouble(edge.getValue()))
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
    }
}
