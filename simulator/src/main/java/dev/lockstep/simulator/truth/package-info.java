// SPDX-License-Identifier: Apache-2.0
/// What really happened, written beside what the plugin recorded.
@NullMarked
package dev.lockstep.simulator.truth;

import org.jspecify.annotations.NullMarked;
