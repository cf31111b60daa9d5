// SPDX-License-Identifier: Apache-2.0
/// What the hardware of nodes suffers, as evidence for and against whom a finding names.
@NullMarked
package dev.lockstep.core.analysis.hardware;

import org.jspecify.annotations.NullMarked;
