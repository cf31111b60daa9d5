// SPDX-License-Identifier: Apache-2.0
/// The brain's process: what agents tell comes in, incidents go out.
@NullMarked
package dev.lockstep.server;

import org.jspecify.annotations.NullMarked;
