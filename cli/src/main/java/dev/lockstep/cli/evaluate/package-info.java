// SPDX-License-Identifier: Apache-2.0
/// How often the verdicts are right: simulated jobs through the real analysis, against what is known to be true.
@NullMarked
package dev.lockstep.cli.evaluate;

import org.jspecify.annotations.NullMarked;
