// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// What `lockstep --version` prints: `lockstep 0.1.0-SNAPSHOT (Java 25.0.3)`.
final class BuildVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"lockstep " + moduleVersion() + " (Java " + Runtime.version() + ")"};
    }

    /// The build writes the version into the module's descriptor, and into the jar's manifest for where it lies on the
    /// class path, as in a distribution; classes in a folder, as in tests, have neither.
    private static String moduleVersion() {
        var descriptor = BuildVersion.class.getModule().getDescriptor();
        return descriptor == null
                ? Objects.requireNonNullElse(
                        BuildVersion.class.getPackage().getImplementationVersion(), "from the class path")
                : descriptor.rawVersion().orElse("without a version");
    }
}
