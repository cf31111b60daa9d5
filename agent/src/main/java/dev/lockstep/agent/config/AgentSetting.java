// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.util.Optional;
import java.util.stream.Stream;

/// The table of the agent's settings. A flag wins over the environment, the environment over the default.
///
/// The default port stands one above the 28028 of NCCL RAS; Prometheus' own list (9100 to 9999) has no free one left.
public enum AgentSetting {
    /// Where it serves.
    LISTEN("listen", "LOCKSTEP_AGENT_LISTEN", "127.0.0.1:28029", "address to serve on; :28029 is every address"),
    /// What it calls its node.
    NODE("node", "LOCKSTEP_AGENT_NODE", "the host name", "name of this node in the label node"),
    /// Where the plugin writes; the plugin reads the same variable.
    DIR("dir", "LOCKSTEP_DIR", "/dev/shm/lockstep-<uid>", "directories of the plugin's shared-memory files"),
    /// Where Inspector writes.
    INSPECTOR_DIR("inspector-dir", "LOCKSTEP_AGENT_INSPECTOR_DIR", "none", "directories of NCCL Inspector's files"),
    /// How often it reads.
    POLL_INTERVAL("poll-interval", "LOCKSTEP_AGENT_POLL_INTERVAL", "1s", "time between two readings, 100ms to 1m"),
    /// How long what ended is shown.
    GRACE("grace", "LOCKSTEP_AGENT_GRACE", "2m", "how long series of ended processes stay, 0s to 1h");

    /// What every variable of the agent begins with, so that a misspelt one is noticed.
    static final String VARIABLE_PREFIX = "LOCKSTEP_AGENT_";

    private final String key;
    private final String variable;
    private final String fallback;
    private final String meaning;

    AgentSetting(String key, String variable, String fallback, String meaning) {
        this.key = key;
        this.variable = variable;
        this.fallback = fallback;
        this.meaning = meaning;
    }

    /// Its name in a map of settings; its flag is `--` and this.
    public String key() {
        return key;
    }

    /// Its environment variable.
    public String variable() {
        return variable;
    }

    /// Its default, in words where the machine decides it.
    public String fallback() {
        return fallback;
    }

    /// What it is, in a few words.
    public String meaning() {
        return meaning;
    }

    static Optional<AgentSetting> ofKey(String key) {
        return Stream.of(values()).filter(setting -> setting.key.equals(key)).findFirst();
    }

    static Optional<AgentSetting> ofVariable(String variable) {
        return Stream.of(values())
                .filter(setting -> setting.variable.equals(variable))
                .findFirst();
    }
}
