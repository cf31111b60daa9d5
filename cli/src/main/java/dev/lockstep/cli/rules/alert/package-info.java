// SPDX-License-Identifier: Apache-2.0
/// The alert rules.
@NullMarked
package dev.lockstep.cli.rules.alert;

import org.jspecify.annotations.NullMarked;
