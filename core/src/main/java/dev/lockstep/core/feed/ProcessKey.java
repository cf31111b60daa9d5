// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

/// Which process, for ever: pids are used again, start times within a boot are not.
public record ProcessKey(String bootId, long processId, long startTicks) {}
