// SPDX-License-Identifier: Apache-2.0
/// Turns a snapshot into Prometheus' metric model. Pure: the same snapshot and moment give the same metrics.
@NullMarked
package dev.lockstep.agent.exposition;

import org.jspecify.annotations.NullMarked;
