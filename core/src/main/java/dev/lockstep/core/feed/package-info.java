// SPDX-License-Identifier: Apache-2.0
/// What agents tell the brain: heartbeats with all that changed, and sampled operations in columns. The wire format
/// writes
/// these types, the analysis reads them; simulator and offline analysis make them themselves.
@NullMarked
package dev.lockstep.core.feed;

import org.jspecify.annotations.NullMarked;
