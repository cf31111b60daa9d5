// SPDX-License-Identifier: Apache-2.0
/// Finds and opens the files of NVIDIA's NCCL Inspector: what a name tells, which files of a directory are logs, their
/// bytes whether compressed or not.
@NullMarked
package dev.lockstep.agent.inspector.file;

import org.jspecify.annotations.NullMarked;
