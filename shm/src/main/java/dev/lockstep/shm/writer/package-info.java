// SPDX-License-Identifier: Apache-2.0
/// Writes files as the plugin does, for the tests of everything that reads them.
@NullMarked
package dev.lockstep.shm.writer;

import org.jspecify.annotations.NullMarked;
