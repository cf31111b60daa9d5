// SPDX-License-Identifier: Apache-2.0
/// Serves the viewer, a page that draws dashboard files against one Prometheus.
@NullMarked
package dev.lockstep.cli.view;

import org.jspecify.annotations.NullMarked;
