// SPDX-License-Identifier: Apache-2.0
/// Finds and reads the inputs of `lockstep diagnose`.
@NullMarked
package dev.lockstep.cli.diagnose.input;

import org.jspecify.annotations.NullMarked;
