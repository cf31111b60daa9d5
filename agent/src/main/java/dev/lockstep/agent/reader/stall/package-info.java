// SPDX-License-Identifier: Apache-2.0
/// Stall reports of other frameworks: Horovod's stalled tensors, JAX's rendezvous and coordination service.
@NullMarked
package dev.lockstep.agent.reader.stall;

import org.jspecify.annotations.NullMarked;
