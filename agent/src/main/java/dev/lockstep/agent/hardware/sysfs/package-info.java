// SPDX-License-Identifier: Apache-2.0
/// Small files of the kernel, one value each, and counters that never go back.
@NullMarked
package dev.lockstep.agent.hardware.sysfs;

import org.jspecify.annotations.NullMarked;
