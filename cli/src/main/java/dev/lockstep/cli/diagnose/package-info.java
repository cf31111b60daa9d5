// SPDX-License-Identifier: Apache-2.0
/// `lockstep diagnose`: takes what there is, says who did it, and shows why.
@NullMarked
package dev.lockstep.cli.diagnose;

import org.jspecify.annotations.NullMarked;
