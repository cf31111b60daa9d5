// SPDX-License-Identifier: Apache-2.0
/// What is served of links, GPUs and their faults.
@NullMarked
package dev.lockstep.agent.exposition.device;

import org.jspecify.annotations.NullMarked;
