// SPDX-License-Identifier: Apache-2.0
/// The pure part: what Lockstep knows and how it concludes, without clock, thread, input or output.
@NullMarked
package dev.lockstep.core;

import org.jspecify.annotations.NullMarked;
