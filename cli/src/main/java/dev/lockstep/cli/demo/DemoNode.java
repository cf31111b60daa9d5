// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.core.model.ProcessSnapshot;
import java.util.List;

/// What the agent of one node sees now and saw a while before, for rates and quantiles of the time
/// between.
record DemoNode(String name, String metricsUrl, List<ProcessSnapshot> now, List<ProcessSnapshot> before) {
    DemoNode {
        now = List.copyOf(now);
        before = List.copyOf(before);
    }
}
