// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.cli.analyze.read.PeekedFile.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which folders tell of the same job. The ranks of one job may write to a folder each or to one for each node; two
/// jobs may have the same ids of communicators (NCCL's hashes repeat), and then both tell of the same rank.
final class Scopes {
    private final Map<String, Set<Claim>> claims = new LinkedHashMap<>();

    Scopes(List<PeekedFile> files) {
        for (PeekedFile file : files) {
            claims.computeIfAbsent(file.found().name().directory(), d -> new HashSet<>())
                    .addAll(file.claims());
        }
    }

    Map<String, Integer> ofDirectories() {
        Map<String, Integer> scopes = new HashMap<>();
        List<Map<String, Claim>> joined = new ArrayList<>();
        claims.forEach((directory, told) -> {
            int scope = 0;
            while (scope < joined.size() && contradicts(told, joined.get(scope))) {
                scope++;
            }
            if (scope == joined.size()) {
                joined.add(new HashMap<>());
            }
            Map<String, Claim> all = joined.get(scope);
            told.forEach(claim -> all.put(claim.id() + "/" + claim.rank(), claim));
            scopes.put(directory, scope);
        });
        return scopes;
    }

    private static boolean contradicts(Set<Claim> told, Map<String, Claim> joined) {
        return told.stream().anyMatch(claim -> {
            Claim other = joined.get(claim.id() + "/" + claim.rank());
            return other != null && claim.contradicts(other);
        });
    }
}
