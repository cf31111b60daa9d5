// SPDX-License-Identifier: Apache-2.0
/// The demo: a simulated job on two nodes, an agent for each, and a live table of what they see.
@NullMarked
package dev.lockstep.cli.demo;

import org.jspecify.annotations.NullMarked;
