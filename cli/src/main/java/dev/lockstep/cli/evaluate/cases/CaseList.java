// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Which cases an evaluation runs. Equal wishes give equal lists.
public final class CaseList {
    private static final int NAME_PARTS = 4;

    private CaseList() {}

    /// `runs` cases of faults and as many of decoys: each kind at each of its strengths in turn, in shapes
    /// drawn by their weight.
    ///
    /// @param only the one kind that is wanted; empty for all
    /// @param ranksMax the largest cluster
    public static List<Case> of(int runs, long seed, Optional<String> only, int ranksMax) {
        List<Case> cases = new ArrayList<>(of(FaultKinds.all(), runs, seed, only, ranksMax));
        cases.addAll(of(DecoyKinds.all(), runs, seed, only, ranksMax));
        return cases;
    }

    /// All kinds of faults and decoys.
    public static List<CaseKind> kinds() {
        return Stream.concat(FaultKinds.all().stream(), DecoyKinds.all().stream())
                .toList();
    }

    /// The case of that name; absent if there is none.
    public static Optional<Case> named(String name) {
        List<String> parts = List.of(name.split("/", -1));
        if (parts.size() != NAME_PARTS) {
            return Optional.empty();
        }
        Optional<CaseKind> kind = kinds().stream()
                .filter(known -> known.name().equals(parts.getFirst()))
                .findFirst();
        Optional<ClusterShape> shape = ClusterShape.ALL.stream()
                .filter(known -> known.name().equals(parts.get(2)))
                .findFirst();
        if (kind.isEmpty() || shape.isEmpty()) {
            return Optional.empty();
        }
        try {
            int strength = Integer.parseInt(parts.get(1));
            long seed = Long.parseLong(parts.getLast());
            return Optional.of(kind.get().in(shape.get(), strength, seed));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static List<Case> of(List<CaseKind> kinds, int runs, long seed, Optional<String> only, int ranksMax) {
        List<Case> cases = new ArrayList<>();
        List<Slot> slots = slots(kinds, only);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < runs && !slots.isEmpty(); i++) {
            Slot slot = slots.get(i % slots.size());
            ClusterShape shape = shape(slot.kind(), random, ranksMax);
            cases.add(slot.kind().in(shape, slot.strength(), seed + i));
        }
        return cases;
    }

    private record Slot(CaseKind kind, int strength) {}

    private static List<Slot> slots(List<CaseKind> kinds, Optional<String> only) {
        return kinds.stream()
                .filter(kind -> only.isEmpty() || only.get().equals(kind.name()))
                .flatMap(kind -> kind.strengths().stream().map(strength -> new Slot(kind, strength)))
                .toList();
    }

    private static ClusterShape shape(CaseKind kind, SplittableRandom random, int ranksMax) {
        List<ClusterShape> fitting = ClusterShape.ALL.stream()
                .filter(shape -> kind.fits().test(shape) && shape.ranks() <= ranksMax)
                .toList();
        int left =
                random.nextInt(fitting.stream().mapToInt(ClusterShape::weight).sum());
        for (ClusterShape shape : fitting) {
            left -= shape.weight();
            if (left < 0) {
                return shape;
            }
        }
        throw new IllegalStateException("no shape for " + kind.name());
    }
}
