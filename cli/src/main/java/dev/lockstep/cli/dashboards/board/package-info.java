// SPDX-License-Identifier: Apache-2.0
/// The six dashboards.
@NullMarked
package dev.lockstep.cli.dashboards.board;

import org.jspecify.annotations.NullMarked;
