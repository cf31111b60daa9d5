// SPDX-License-Identifier: Apache-2.0
/// Writes metrics in the format that a scraper asks for: client_java's writers, except for the one thing they are
/// slow at.
@NullMarked
package dev.lockstep.agent.format;

import org.jspecify.annotations.NullMarked;
