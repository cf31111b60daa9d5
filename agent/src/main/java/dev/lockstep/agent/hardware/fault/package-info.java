// SPDX-License-Identifier: Apache-2.0
/// Faults of GPUs, counted by whoever told of them.
@NullMarked
package dev.lockstep.agent.hardware.fault;

import org.jspecify.annotations.NullMarked;
