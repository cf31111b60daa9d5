// SPDX-License-Identifier: Apache-2.0
/// Files of NCCL Inspector and of RCCL's profiler, given for diagnosis.
@NullMarked
package dev.lockstep.agent.reader.inspector;

import org.jspecify.annotations.NullMarked;
