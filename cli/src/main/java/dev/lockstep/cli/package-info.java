// SPDX-License-Identifier: Apache-2.0
/// The `lockstep` command: one class a subcommand, wired in [Subcommands].
@NullMarked
package dev.lockstep.cli;

import org.jspecify.annotations.NullMarked;
