// SPDX-License-Identifier: Apache-2.0
/// `lockstep doctor`: looks at a node and says what keeps Lockstep from seeing, and what to do about it.
@NullMarked
package dev.lockstep.cli.doctor;

import org.jspecify.annotations.NullMarked;
