// SPDX-License-Identifier: Apache-2.0
/// When everything happens: steps of the whole cluster, generated one after the other.
@NullMarked
package dev.lockstep.simulator.timeline;

import org.jspecify.annotations.NullMarked;
