// SPDX-License-Identifier: Apache-2.0
/// What an agent serves against what the simulator says happened.
@NullMarked
package dev.lockstep.cli.truth;

import org.jspecify.annotations.NullMarked;
