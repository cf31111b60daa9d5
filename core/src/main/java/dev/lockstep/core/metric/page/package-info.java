// SPDX-License-Identifier: Apache-2.0
/// The text of docs/metrics.md, generated from the catalogue.
@NullMarked
package dev.lockstep.core.metric.page;

import org.jspecify.annotations.NullMarked;
