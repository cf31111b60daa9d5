// SPDX-License-Identifier: Apache-2.0
/// Results of nccl-tests and rccl-tests: whether they are right, and whether they are normal.
@NullMarked
package dev.lockstep.core.analysis.cause.bench;

import org.jspecify.annotations.NullMarked;
