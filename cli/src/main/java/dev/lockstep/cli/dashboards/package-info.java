// SPDX-License-Identifier: Apache-2.0
/// Grafana dashboards, generated from the metric catalogue and the names of the recording rules.
@NullMarked
package dev.lockstep.cli.dashboards;

import org.jspecify.annotations.NullMarked;
