// SPDX-License-Identifier: Apache-2.0
/// What the wire between agents and brain carries, and how much of it.
@NullMarked
package dev.lockstep.bench.feed;

import org.jspecify.annotations.NullMarked;
