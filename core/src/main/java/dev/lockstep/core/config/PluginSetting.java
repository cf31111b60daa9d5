// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.config;

/// The environment variables that the plugin reads inside the training process. The plugin is C and has its own code
/// for them (`plugin/src/settings.c`, `chain.c`); a test compares the names.
public enum PluginSetting {
    /// Where its files lie; the agent reads the same variable.
    DIR("LOCKSTEP_DIR", "/dev/shm/lockstep-<uid>", "directory of the shared-memory files"),
    /// The kill switch.
    DISABLE("LOCKSTEP_DISABLE", "not set", "1 switches the plugin off for this process, any other value does not"),
    /// What is too small to be recorded.
    SIZE_FLOOR(
            "LOCKSTEP_SIZE_FLOOR",
            "0",
            "bytes below which an operation is counted and not recorded; what is no number counts as 0"),
    /// Whether kernels are timed by their phases.
    KERNEL_PHASES(
            "LOCKSTEP_KERNEL_PHASES",
            "not set",
            "1 asks NCCL (profiler API v7) for the phases of symmetric kernels, which costs kernel time"),
    /// Whether what goes over the network is counted.
    CONNECTIONS(
            "LOCKSTEP_CONNECTIONS",
            "not set",
            "1 counts what goes over the network in every job, 0 in none, anything else once a communicator spans"
                    + " nodes"),
    /// Which plugin is behind it.
    CHAIN("LOCKSTEP_CHAIN", "not set", "path of a second profiler plugin, which gets NCCL's events behind this one");

    private final String variable;
    private final String fallback;
    private final String meaning;

    PluginSetting(String variable, String fallback, String meaning) {
        this.variable = variable;
        this.fallback = fallback;
        this.meaning = meaning;
    }

    /// The environment variable.
    public String variable() {
        return variable;
    }

    /// What holds without it.
    public String fallback() {
        return fallback;
    }

    /// What it is, in a few words.
    public String meaning() {
        return meaning;
    }
}
