// SPDX-License-Identifier: Apache-2.0
/// The Java twin of `docs/shared-memory.md`: the layout of what the plugin writes, and the words for it.
@NullMarked
package dev.lockstep.shm;

import org.jspecify.annotations.NullMarked;
