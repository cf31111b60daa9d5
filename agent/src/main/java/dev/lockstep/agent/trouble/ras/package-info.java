// SPDX-License-Identifier: Apache-2.0
/// Asks NCCL's RAS of the jobs on this node.
@NullMarked
package dev.lockstep.agent.trouble.ras;

import org.jspecify.annotations.NullMarked;
