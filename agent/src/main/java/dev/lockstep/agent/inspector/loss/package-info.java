// SPDX-License-Identifier: Apache-2.0
/// Which numbers are missing from a sequence, why something does not count, and the limits beyond which it does not.
@NullMarked
package dev.lockstep.agent.inspector.loss;

import org.jspecify.annotations.NullMarked;
