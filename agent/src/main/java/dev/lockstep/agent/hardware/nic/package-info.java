// SPDX-License-Identifier: Apache-2.0
/// NICs, Ethernet interfaces and PCIe links, as sysfs shows them.
@NullMarked
package dev.lockstep.agent.hardware.nic;

import org.jspecify.annotations.NullMarked;
