// SPDX-License-Identifier: Apache-2.0
/// Records of NCCL Inspector offline: what is there, what was lost, what is late.
@NullMarked
package dev.lockstep.core.analysis.cause.inspector;

import org.jspecify.annotations.NullMarked;
