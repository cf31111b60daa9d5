// SPDX-License-Identifier: Apache-2.0
/// What Lockstep costs the operations it watches, measured on this machine.
@NullMarked
package dev.lockstep.cli.overhead;

import org.jspecify.annotations.NullMarked;
