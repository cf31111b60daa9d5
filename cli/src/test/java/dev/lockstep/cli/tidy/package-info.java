// SPDX-License-Identifier: Apache-2.0
/// Style as a test: reads the tracked files of this checkout and says what to do instead.
@NullMarked
package dev.lockstep.cli.tidy;

import org.jspecify.annotations.NullMarked;
