// SPDX-License-Identifier: Apache-2.0
/// A brain in a process of its own, under the load of many agents over loopback.
@NullMarked
package dev.lockstep.bench.load;

import org.jspecify.annotations.NullMarked;
