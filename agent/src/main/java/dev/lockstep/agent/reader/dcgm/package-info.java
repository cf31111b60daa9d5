// SPDX-License-Identifier: Apache-2.0
/// Text of dcgm-exporter and of its predecessors.
@NullMarked
package dev.lockstep.agent.reader.dcgm;

import org.jspecify.annotations.NullMarked;
