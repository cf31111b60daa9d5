// SPDX-License-Identifier: Apache-2.0
/// What is known of NCCL's versions: what each can show to a profiler plugin, and which of its defects concern one.
@NullMarked
package dev.lockstep.core.nccl;

import org.jspecify.annotations.NullMarked;
