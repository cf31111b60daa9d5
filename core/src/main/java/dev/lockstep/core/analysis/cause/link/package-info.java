// SPDX-License-Identifier: Apache-2.0
/// Counters of network ports: InfiniBand, RoCE, EFA, Omni-Path and Ethernet.
@NullMarked
package dev.lockstep.core.analysis.cause.link;

import org.jspecify.annotations.NullMarked;
