// SPDX-License-Identifier: Apache-2.0
/// Rules over logs: hangs, mismatches, set-up, network, resources; and what is one incident.
@NullMarked
package dev.lockstep.core.analysis.cause.rule;

import org.jspecify.annotations.NullMarked;
