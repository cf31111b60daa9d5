// SPDX-License-Identifier: Apache-2.0
/// From what agents saw to a verdict. Pure: state, observations and a time go in, findings come out.
@NullMarked
package dev.lockstep.core.analysis;

import org.jspecify.annotations.NullMarked;
