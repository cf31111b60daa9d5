// SPDX-License-Identifier: Apache-2.0
/// Kernel logs: dmesg, journal and syslog; GPUs, NVSwitches, memory and network links.
@NullMarked
package dev.lockstep.agent.reader.kernel;

import org.jspecify.annotations.NullMarked;
