// SPDX-License-Identifier: Apache-2.0
/// What NCCL's proxies do for operations between nodes: which step waits for what, and for how long.
@NullMarked
package dev.lockstep.simulator.network;

import org.jspecify.annotations.NullMarked;
