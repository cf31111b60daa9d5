// SPDX-License-Identifier: Apache-2.0
/// The jobs that verdicts are evaluated on: what goes wrong in each, where and when.
@NullMarked
package dev.lockstep.cli.evaluate.cases;

import org.jspecify.annotations.NullMarked;
