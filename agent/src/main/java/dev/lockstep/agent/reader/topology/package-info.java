// SPDX-License-Identifier: Apache-2.0
/// Topologies as NCCL prints them, text and XML.
@NullMarked
package dev.lockstep.agent.reader.topology;

import org.jspecify.annotations.NullMarked;
