// SPDX-License-Identifier: Apache-2.0
/// What to simulate: the cluster, its workload, its faults, and the file that says so.
@NullMarked
package dev.lockstep.simulator.scenario;

import org.jspecify.annotations.NullMarked;
