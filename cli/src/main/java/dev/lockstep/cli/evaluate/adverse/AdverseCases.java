// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.adverse;

import dev.lockstep.cli.evaluate.cases.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which cases of the second generator an evaluation runs. Kind and seed decide all of a case.
///
/// @param only the one kind that is wanted; empty for all
public record AdverseCases(Optional<String> only, int ranksMin, int ranksMax) {
    private static final int NAME_PARTS = 4;
    /// Seeds that are tried until one gives a cluster that is wanted.
    private static final int TRIES_MAX = 4_000;

    /// `runs` faulty jobs and as many healthy ones: each kind in turn.
    public List<Case> of(int runs, long seed) {
        List<Case> cases = new ArrayList<>(of(AdverseFaults.all(), runs, seed));
        cases.addAll(of(AdverseDecoys.all(), runs, seed));
        return cases;
    }

    /// All kinds.
    public static List<AdverseKind> kinds() {
        return Stream.concat(AdverseFaults.all().stream(), AdverseDecoys.all().stream())
                .toList();
    }

    /// The case of that name; absent if there is none.
    public static Optional<Case> named(String name) {
        List<String> parts = List.of(name.split("/", -1));
        if (parts.size() != NAME_PARTS) {
            return Optional.empty();
        }
        try {
            int strength = Integer.parseInt(parts.get(1));
            long seed = Long.parseLong(parts.getLast());
            return kinds().stream()
                    .filter(kind -> kind.name().equals(parts.getFirst()) && kind.strength() == strength)
                    .findFirst()
                    .map(kind -> kind.with(seed))
                    .filter(found -> found.name().equals(name));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private List<Case> of(List<AdverseKind> kinds, int runs, long seed) {
        List<AdverseKind> wanted = kinds.stream()
                .filter(kind -> only.isEmpty() || only.get().equals(kind.name()))
                .toList();
        List<Case> cases = new ArrayList<>();
        for (int i = 0, tries = 0; cases.size() < runs && tries < TRIES_MAX && !wanted.isEmpty(); tries++) {
            Case made = wanted.get(i % wanted.size()).with(seed + tries);
            if (made.shape().ranks() >= ranksMin && made.shape().ranks() <= ranksMax) {
                cases.add(made);
                i++;
            }
        }
        return cases;
    }
}
