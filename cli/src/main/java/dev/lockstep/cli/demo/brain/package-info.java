// SPDX-License-Identifier: Apache-2.0
/// The brain of a demo: what was injected, what it found, and how both are told.
@NullMarked
package dev.lockstep.cli.demo.brain;

import org.jspecify.annotations.NullMarked;
