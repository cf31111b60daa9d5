// SPDX-License-Identifier: Apache-2.0
/// Reports and events of NCCL's RAS, text and JSON, of NCCL 2.24 to 2.31.
@NullMarked
package dev.lockstep.agent.reader.ras;

import org.jspecify.annotations.NullMarked;
