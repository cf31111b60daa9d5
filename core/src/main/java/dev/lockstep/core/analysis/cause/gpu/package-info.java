// SPDX-License-Identifier: Apache-2.0
/// What the kernel says of GPUs and NVSwitches: Xids, SXids and their cascades, folded to the first cause.
@NullMarked
package dev.lockstep.core.analysis.cause.gpu;

import org.jspecify.annotations.NullMarked;
