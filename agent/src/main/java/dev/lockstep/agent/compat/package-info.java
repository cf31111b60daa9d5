// SPDX-License-Identifier: Apache-2.0
/// Serves what another exporter serves, under its names and labels, so that its dashboards work as they are.
@NullMarked
package dev.lockstep.agent.compat;

import org.jspecify.annotations.NullMarked;
