// SPDX-License-Identifier: Apache-2.0
/// What the kernel and NVIDIA's driver say while the agent runs.
@NullMarked
package dev.lockstep.agent.hardware.kernel;

import org.jspecify.annotations.NullMarked;
