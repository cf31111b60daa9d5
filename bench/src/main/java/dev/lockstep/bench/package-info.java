// SPDX-License-Identifier: Apache-2.0
/// Measurements that run side by side with what they are compared to.
@NullMarked
package dev.lockstep.bench;

import org.jspecify.annotations.NullMarked;
