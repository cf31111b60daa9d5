// SPDX-License-Identifier: Apache-2.0
/// The real servers that a demo starts beside its agents, with everything they need in one folder.
@NullMarked
package dev.lockstep.cli.demo.peer;

import org.jspecify.annotations.NullMarked;
