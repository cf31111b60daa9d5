// SPDX-License-Identifier: Apache-2.0
/// Brings together what the ranks of a communicator tell of the same operation.
@NullMarked
package dev.lockstep.core.analysis.match;

import org.jspecify.annotations.NullMarked;
