// SPDX-License-Identifier: Apache-2.0
/// What a dashboard is, before it is JSON.
@NullMarked
package dev.lockstep.cli.dashboards.model;

import org.jspecify.annotations.NullMarked;
