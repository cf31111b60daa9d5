// SPDX-License-Identifier: Apache-2.0
/// Dashboards asked on a live Prometheus.
@NullMarked
package dev.lockstep.cli.dashboards.live;

import org.jspecify.annotations.NullMarked;
