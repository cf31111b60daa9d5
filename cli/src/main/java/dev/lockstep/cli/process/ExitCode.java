// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

/// How a command ended.
public final class ExitCode {
    /// It worked.
    public static final int OK = 0;
    /// It failed, or found what it was asked to look for.
    public static final int FAILED = 1;
    /// The command line or the configuration is wrong; what is wrong is on standard error.
    public static final int BAD_USAGE = 2;

    private ExitCode() {}
}
