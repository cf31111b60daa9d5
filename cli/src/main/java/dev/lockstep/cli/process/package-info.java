// SPDX-License-Identifier: Apache-2.0
/// What commands share with the process they run in: clocks, signals, addresses, built files, exit codes.
@NullMarked
package dev.lockstep.cli.process;

import org.jspecify.annotations.NullMarked;
