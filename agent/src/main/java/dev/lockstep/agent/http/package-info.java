// SPDX-License-Identifier: Apache-2.0
/// Serves the last snapshot over HTTP. A request reads nothing but that snapshot and changes nothing.
@NullMarked
package dev.lockstep.agent.http;

import org.jspecify.annotations.NullMarked;
