// SPDX-License-Identifier: Apache-2.0
/// GPUs as dcgm-exporter tells them, where it runs.
@NullMarked
package dev.lockstep.agent.hardware.dcgm;

import org.jspecify.annotations.NullMarked;
