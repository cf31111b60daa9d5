// SPDX-License-Identifier: Apache-2.0
/// A cluster of agents in one process, as Prometheus sees it, and what that costs Prometheus.
@NullMarked
package dev.lockstep.bench.cluster;

import org.jspecify.annotations.NullMarked;
