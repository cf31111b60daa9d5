// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Which witnesses of the node's hardware are asked, and how often. What is absent is left alone.
///
/// @param sysfs where the kernel shows devices
/// @param kernelLog the kernel's ring of messages, or a file that they are written to
/// @param nvml name or path of NVIDIA's management library; not asked where dcgm-exporter is
/// @param dcgm what dcgm-exporter serves
public record HardwareConfig(
        Duration interval, Optional<Path> sysfs, Optional<Path> kernelLog, Optional<String> nvml, Optional<URI> dcgm) {}
