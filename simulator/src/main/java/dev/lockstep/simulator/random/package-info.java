// SPDX-License-Identifier: Apache-2.0
/// Noise as a pure function of a seed and of what it is for, so no draw depends on another.
@NullMarked
package dev.lockstep.simulator.random;

import org.jspecify.annotations.NullMarked;
