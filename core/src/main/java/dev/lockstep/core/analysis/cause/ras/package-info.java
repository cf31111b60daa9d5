// SPDX-License-Identifier: Apache-2.0
/// NCCL's RAS: what its reports and events prove, and what they only seem to.
@NullMarked
package dev.lockstep.core.analysis.cause.ras;

import org.jspecify.annotations.NullMarked;
