// SPDX-License-Identifier: Apache-2.0
/// What dashboards ask Prometheus: the series there are, and expressions over them.
@NullMarked
package dev.lockstep.cli.dashboards.promql;

import org.jspecify.annotations.NullMarked;
