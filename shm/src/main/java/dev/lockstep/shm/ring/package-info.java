// SPDX-License-Identifier: Apache-2.0
/// What a visitor of the ring of completed operations sees.
@NullMarked
package dev.lockstep.shm.ring;

import org.jspecify.annotations.NullMarked;
