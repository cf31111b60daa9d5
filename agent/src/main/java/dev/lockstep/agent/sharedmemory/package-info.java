// SPDX-License-Identifier: Apache-2.0
/// The source that reads the shared-memory files of the plugin.
@NullMarked
package dev.lockstep.agent.sharedmemory;

import org.jspecify.annotations.NullMarked;
