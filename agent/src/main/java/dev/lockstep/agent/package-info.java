// SPDX-License-Identifier: Apache-2.0
/// One process a node: it reads every source the node has and serves one snapshot of them.
@NullMarked
package dev.lockstep.agent;

import org.jspecify.annotations.NullMarked;
