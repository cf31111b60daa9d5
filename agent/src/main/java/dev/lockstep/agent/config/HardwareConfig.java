// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Which witnesses of the node's hardware are asked, and how often. What is absent is left alone.
///
/// @param sysfs where the kernel shows devices
/// @param kernelLog the kernel's ring of messages, or a file that they are written to
public record HardwareConfig(Duration interval, Optional<Path> sysfs, Optional<Path> kernelLog) {}
