// SPDX-License-Identifier: Apache-2.0
/// Cases of the second generator: jobs that the analysis was not made with.
@NullMarked
package dev.lockstep.cli.evaluate.adverse;

import org.jspecify.annotations.NullMarked;
