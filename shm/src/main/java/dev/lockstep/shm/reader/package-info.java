// SPDX-License-Identifier: Apache-2.0
/// Copies the file of a process, checks everything in it and turns it into values.
@NullMarked
package dev.lockstep.shm.reader;

import org.jspecify.annotations.NullMarked;
