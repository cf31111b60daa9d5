// SPDX-License-Identifier: Apache-2.0
/// Stands in for dcgm-exporter on the nodes of a simulated cluster: its names and labels, with values that follow what
/// the simulator plays.
@NullMarked
package dev.lockstep.simulator.dcgm;

import org.jspecify.annotations.NullMarked;
