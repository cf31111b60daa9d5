// SPDX-License-Identifier: Apache-2.0
/// Reads the Prometheus files of NVIDIA's NCCL Inspector, one a GPU: means of its last interval, which are shown as the
/// gauges they are. Forms, reasons and limits are told in docs/inspector-prom.md. One thread at a time.
@NullMarked
package dev.lockstep.agent.inspectorprom;

import org.jspecify.annotations.NullMarked;
