// SPDX-License-Identifier: Apache-2.0
/// The one thread that owns the analysis, and what it publishes.
@NullMarked
package dev.lockstep.server.host;

import org.jspecify.annotations.NullMarked;
