// SPDX-License-Identifier: Apache-2.0
/// What becomes slower than it was.
@NullMarked
package dev.lockstep.core.analysis.drift;

import org.jspecify.annotations.NullMarked;
