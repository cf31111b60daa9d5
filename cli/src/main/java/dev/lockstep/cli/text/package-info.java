// SPDX-License-Identifier: Apache-2.0
/// How tables and figures look on a terminal.
@NullMarked
package dev.lockstep.cli.text;

import org.jspecify.annotations.NullMarked;
