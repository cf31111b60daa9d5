// SPDX-License-Identifier: Apache-2.0
/// The metric catalogue: every family that Lockstep serves, as data. Exposition, documentation, dashboards and rules
/// come from it.
@NullMarked
package dev.lockstep.core.metric;

import org.jspecify.annotations.NullMarked;
