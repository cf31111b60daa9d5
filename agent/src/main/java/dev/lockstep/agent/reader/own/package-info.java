// SPDX-License-Identifier: Apache-2.0
/// What Lockstep itself wrote: flight records of processes, incidents of the brain.
@NullMarked
package dev.lockstep.agent.reader.own;

import org.jspecify.annotations.NullMarked;
