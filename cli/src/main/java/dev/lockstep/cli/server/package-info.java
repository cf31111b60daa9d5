// SPDX-License-Identifier: Apache-2.0
/// Servers of others that Lockstep starts beside itself.
@NullMarked
package dev.lockstep.cli.server;

import org.jspecify.annotations.NullMarked;
