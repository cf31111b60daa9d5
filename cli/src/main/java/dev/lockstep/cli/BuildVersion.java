// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import picocli.CommandLine.IVersionProvider;

/// What `lockstep --version` prints: `lockstep 0.1.0-SNAPSHOT (Java 25.0.3)`.
final class BuildVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"lockstep " + moduleVersion() + " (Java " + Runtime.version() + ")"};
    }

    /// The build writes the version into the module's descriptor; on the class path, as in tests,
    /// there is none.
    private static String moduleVersion() {
        var descriptor = BuildVersion.class.getModule().getDescriptor();
        return descriptor == null
                ? "from the class path"
                : descriptor.rawVersion().orElse("without a version");
    }
}
