// SPDX-License-Identifier: Apache-2.0
/// Real servers that tests start and stop.
@NullMarked
package dev.lockstep.cli.peer;

import org.jspecify.annotations.NullMarked;
