// SPDX-License-Identifier: Apache-2.0
/// The interface behind which everything on a node that tells about NCCL is read.
@NullMarked
package dev.lockstep.agent.source;

import org.jspecify.annotations.NullMarked;
