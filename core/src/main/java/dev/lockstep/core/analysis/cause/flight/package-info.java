// SPDX-License-Identifier: Apache-2.0
/// PyTorch's Flight Recorder: what the dumps of all ranks together say about a hang.
@NullMarked
package dev.lockstep.core.analysis.cause.flight;

import org.jspecify.annotations.NullMarked;
