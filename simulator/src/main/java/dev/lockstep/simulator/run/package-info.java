// SPDX-License-Identifier: Apache-2.0
/// Runs a node in this process, or a cluster as one process a node.
@NullMarked
package dev.lockstep.simulator.run;

import org.jspecify.annotations.NullMarked;
