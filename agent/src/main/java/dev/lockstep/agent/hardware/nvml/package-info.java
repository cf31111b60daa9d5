// SPDX-License-Identifier: Apache-2.0
/// GPUs and NVLinks, as NVIDIA's management library tells them, by the foreign-function interface.
@NullMarked
package dev.lockstep.agent.hardware.nvml;

import org.jspecify.annotations.NullMarked;
