// SPDX-License-Identifier: Apache-2.0
/// The recording rules.
@NullMarked
package dev.lockstep.cli.rules.record;

import org.jspecify.annotations.NullMarked;
