// SPDX-License-Identifier: Apache-2.0
/// Bytes of a line become a record: a scanner for what it is sure of, jackson-core for the rest.
@NullMarked
package dev.lockstep.agent.inspector.line;

import org.jspecify.annotations.NullMarked;
