// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// Which messages of a node began something, for those who count messages instead of judging them.
public final class FaultRoots {
    private FaultRoots() {}

    /// The first causes among these messages: one a cascade. The rest only followed.
    public static Set<GpuEvent> of(List<GpuEvent> events) {
        Set<GpuEvent> roots = Collections.newSetFromMap(new IdentityHashMap<>());
        Cascade.fold(Clusters.of(events)).forEach(cascade -> {
            if (!cascade.root().isRootless()) {
                roots.add(cascade.root().root());
            }
        });
        return roots;
    }
}
