// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

/// Which build serves the metrics.
public record BuildIdentity(String version, String javaVersion) {
    /// Of the code that runs: the build writes the version into the module's descriptor; on the class path there is
    /// none.
    public static BuildIdentity running() {
        var descriptor = BuildIdentity.class.getModule().getDescriptor();
        String version =
                descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
        return new BuildIdentity(version, Runtime.version().toString());
    }
}
