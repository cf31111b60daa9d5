// SPDX-License-Identifier: Apache-2.0
/// Folders that a command writes into and takes away again.
@NullMarked
package dev.lockstep.cli.scratch;

import org.jspecify.annotations.NullMarked;
