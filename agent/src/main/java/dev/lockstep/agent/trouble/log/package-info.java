// SPDX-License-Identifier: Apache-2.0
/// Follows the logs of jobs while they grow.
@NullMarked
package dev.lockstep.agent.trouble.log;

import org.jspecify.annotations.NullMarked;
