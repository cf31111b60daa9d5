// SPDX-License-Identifier: Apache-2.0
/// What the devices of simulated nodes tell: a tree as the kernel's sysfs, a kernel log, and a dcgm-exporter.
@NullMarked
package dev.lockstep.simulator.hardware;

import org.jspecify.annotations.NullMarked;
