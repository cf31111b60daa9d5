// SPDX-License-Identifier: Apache-2.0
/// How moments are told as numbers.
@NullMarked
package dev.lockstep.core.model.time;

import org.jspecify.annotations.NullMarked;
