// SPDX-License-Identifier: Apache-2.0
/// The rule files of Prometheus as a whole.
@NullMarked
package dev.lockstep.cli.rules;

import org.jspecify.annotations.NullMarked;
