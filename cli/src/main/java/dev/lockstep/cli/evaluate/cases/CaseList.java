// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Which cases an evaluation runs. Equal wishes give equal lists.
///
/// @param only the one kind that is wanted; empty for all
/// @param ranksMin the smallest cluster
/// @param ranksMax the largest one
public record CaseList(Optional<String> only, int ranksMin, int ranksMax) {
    private static final int NAME_PARTS = 4;

    /// `runs` cases of faults and as many of decoys: each kind at each of its strengths in turn, in shapes
    /// drawn by their weight. Kinds that fit in none of the clusters are left out.
    public List<Case> of(int runs, long seed) {
        List<Case> cases = new ArrayList<>(of(FaultKinds.all(), runs, seed));
        cases.addAll(of(DecoyKinds.all(), runs, seed));
        return cases;
    }

    /// All kinds of faults and decoys.
    public static List<CaseKind> kinds() {
        return Stream.concat(FaultKinds.all().stream(), DecoyKinds.all().stream())
                .toList();
    }

    /// The case of that name; absent if there is none.
    public static Optional<Case> named(String name) {
        return named(kinds(), name);
    }

    /// The case of that name, which says kind, strength, shape and seed, among those of these kinds.
    public static Optional<Case> named(List<CaseKind> kinds, String name) {
        List<String> parts = List.of(name.split("/", -1));
        if (parts.size() != NAME_PARTS) {
            return Optional.empty();
        }
        Optional<CaseKind> kind = kinds.stream()
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

    private List<Case> of(List<CaseKind> kinds, int runs, long seed) {
        List<Case> cases = new ArrayList<>();
        List<Slot> slots = slots(kinds);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < runs && !slots.isEmpty(); i++) {
            Slot slot = slots.get(i % slots.size());
            ClusterShape shape = draw(shapes(slot.kind()), random);
            cases.add(slot.kind().in(shape, slot.strength(), seed + i));
        }
        return cases;
    }

    private record Slot(CaseKind kind, int strength) {}

    private List<Slot> slots(List<CaseKind> kinds) {
        return kinds.stream()
                .filter(kind -> only.isEmpty() || only.get().equals(kind.name()))
                .filter(kind -> !shapes(kind).isEmpty())
                .flatMap(kind -> kind.strengths().stream().map(strength -> new Slot(kind, strength)))
                .toList();
    }

    private List<ClusterShape> shapes(CaseKind kind) {
        return ClusterShape.ALL.stream()
                .filter(shape -> kind.fits().test(shape) && shape.ranks() >= ranksMin && shape.ranks() <= ranksMax)
                .toList();
    }

    private static ClusterShape draw(List<ClusterShape> shapes, SplittableRandom random) {
        int left = random.nextInt(shapes.stream().mapToInt(ClusterShape::weight).sum());
        for (ClusterShape shape : shapes) {
            left -= shape.weight();
            if (left < 0) {
                return shape;
            }
        }
        throw new IllegalStateException("less than the sum of all weights is left");
    }
}
