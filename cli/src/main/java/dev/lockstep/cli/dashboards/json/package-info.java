// SPDX-License-Identifier: Apache-2.0
/// Dashboards in Grafana's JSON.
@NullMarked
package dev.lockstep.cli.dashboards.json;

import org.jspecify.annotations.NullMarked;
