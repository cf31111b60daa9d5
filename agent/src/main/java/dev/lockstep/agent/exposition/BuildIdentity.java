// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import java.util.Objects;

/// Which build serves the metrics.
public record BuildIdentity(String version, String javaVersion) {
    /// Of the code that runs: the build writes the version into the module's descriptor, and into the jar's manifest
    /// for the class path; classes in a folder have neither.
    public static BuildIdentity running() {
        var descriptor = BuildIdentity.class.getModule().getDescriptor();
        String version =
                descriptor == null ? ofManifest() : descriptor.rawVersion().orElse("unknown");
        return new BuildIdentity(version, Runtime.version().toString());
    }

    private static String ofManifest() {
        return Objects.requireNonNullElse(BuildIdentity.class.getPackage().getImplementationVersion(), "unknown");
    }
}
