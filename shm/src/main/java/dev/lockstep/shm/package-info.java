// SPDX-License-Identifier: Apache-2.0
/// The Java twin of `docs/shared-memory.md`: what the plugin writes, read from outside its process.
@NullMarked
package dev.lockstep.shm;

import org.jspecify.annotations.NullMarked;
