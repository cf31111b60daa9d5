// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.agent.config.SettingType.Address;
import dev.lockstep.agent.config.SettingType.Count;
import dev.lockstep.agent.config.SettingType.Directories;
import dev.lockstep.agent.config.SettingType.Endpoint;
import dev.lockstep.agent.config.SettingType.GivenPath;
import dev.lockstep.agent.config.SettingType.MadeDirectory;
import dev.lockstep.agent.config.SettingType.OneOf;
import dev.lockstep.agent.config.SettingType.Patterns;
import dev.lockstep.agent.config.SettingType.SettingsFile;
import dev.lockstep.agent.config.SettingType.Text;
import dev.lockstep.agent.config.SettingType.Time;
import dev.lockstep.agent.config.SettingType.Urls;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The table of the agent's settings. From a row follow its flag (`--poll-interval`), its environment variable
/// (`LOCKSTEP_AGENT_POLL_INTERVAL`), its name in a file (`poll_interval`) and its line in `docs/config.md`. A flag wins
/// over the environment, the environment over the file, the file over the default.
///
/// The default port stands one above the 28028 of NCCL RAS; Prometheus' own list (9100 to 9999) has no free one left.
public enum AgentSetting {
    /// Where all the others may be written.
    CONFIG("config", new SettingsFile(), "none", "YAML file with any of the settings below"),
    /// Where it serves.
    LISTEN("listen", new Address(), "127.0.0.1:28029", "address to serve on; :28029 is every address of the node"),
    /// TLS and passwords.
    WEB_CONFIG_FILE(
            "web.config.file",
            new SettingsFile(),
            "none",
            "Prometheus' web configuration file: TLS, client certificates, passwords"),
    /// What it calls its node.
    NODE("node", new Text(128), "the host name", "name of this node in the label node"),
    /// Where the plugin writes; the plugin reads the same variable.
    DIR("dir", new Directories(), "/dev/shm/lockstep-<uid>", "directories of the plugin's shared-memory files"),
    /// Where Inspector writes.
    INSPECTOR_DIR("inspector-dir", new Directories(), "none", "directories of NVIDIA NCCL Inspector's JSON files"),
    /// How long what lies there is shown.
    INSPECTOR_KEEP(
            "inspector-keep",
            new Time(Duration.ofMinutes(1), Duration.ofHours(1000)),
            "1h",
            "how long series of JSON files stay that do not change"),
    /// Where Inspector's Prometheus mode writes.
    INSPECTOR_PROM_DIR(
            "inspector-prom-dir", new Directories(), "none", "directories of NVIDIA NCCL Inspector's .prom files"),
    /// Whose metrics are served too.
    COMPAT(
            "compat",
            new OneOf(List.of("none", "inspector")),
            "none",
            "inspector serves Inspector's four gauges too, for its dashboard"),
    /// Where it keeps what is left of processes that died.
    FLIGHT_DIR(
            "flight-dir",
            new MadeDirectory(),
            "$STATE_DIRECTORY/flight, else ~/.local/state/lockstep/flight",
            "spool of flight records, on a local disk; made when there is one to keep"),
    /// How often it reads.
    POLL_INTERVAL(
            "poll-interval",
            new Time(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "1s",
            "time between two readings"),
    /// How long what ended is shown.
    GRACE(
            "grace",
            new Time(Duration.ZERO, Duration.ofHours(1)),
            "2m",
            "how long series of ended processes stay, so that the last scrape sees them"),
    /// How many series a GPU may have.
    SERIES_PER_GPU(
            "series-per-gpu",
            new Count(100, 10_000),
            "300",
            "series of a GPU at most, a histogram counted as one; what is over is folded into other (docs/metrics.md)"),
    /// How often it looks at the hardware.
    HARDWARE_INTERVAL(
            "hardware-interval",
            new Time(Duration.ofSeconds(1), Duration.ofMinutes(1)),
            "5s",
            "time between two readings of links, GPUs and the kernel's log"),
    /// Where the kernel shows devices.
    SYSFS(
            "sysfs",
            new GivenPath("directory"),
            "/sys",
            "where the kernel shows NICs and PCIe; in a container the node's"),
    /// Where the kernel's messages are.
    KERNEL_LOG(
            "kernel-log",
            new GivenPath("file"),
            "/dev/kmsg",
            "the kernel's messages: /dev/kmsg, or a file that they are written to"),
    /// What tells of GPUs.
    NVML("nvml", new Text(4096), "libnvidia-ml.so.1", "NVIDIA's management library, by name or path, or none"),
    /// What tells of GPUs instead.
    DCGM("dcgm", new Urls(1), "none", "dcgm-exporter's /metrics, which is then asked instead of NVML"),
    /// Where jobs write their logs.
    LOGS(
            "logs",
            new Patterns(),
            "none",
            "logs of jobs to follow, /logs/slurm-%j.out: *, ?, [ab], {a,b}, ** for folders, %j for the job's id"),
    /// What follows the journal.
    JOURNAL(
            "journal",
            new Text(4096),
            "none",
            "follow the journal of systemd too, by this program: journalctl, by name or path, or none"),
    /// Where NCCL's RAS listens.
    RAS(
            "ras",
            new Endpoint(),
            "none",
            "NCCL's RAS of the jobs on this node, localhost:28028 unless NCCL_RAS_ADDR says"),
    /// How often that is asked.
    RAS_INTERVAL(
            "ras-interval",
            new Time(Duration.ofSeconds(15), Duration.ofHours(1)),
            "1m",
            "time between two questions to RAS"),
    /// Whom it tells.
    BRAIN("brain", new Urls(BrainConfig.BRAINS_MAX), "none", "brains to be fed each second, all alike"),
    /// What proves that it may.
    BRAIN_TOKEN_FILE(
            "brain-token-file",
            new SettingsFile(),
            "none",
            "file with the bearer token that the brain asks for; read anew for each batch"),
    /// Whom it believes to be the brain.
    BRAIN_CA_FILE(
            "brain-ca-file", new SettingsFile(), "none", "PEM file of the authorities whose certificates brains show"),
    /// What it shows itself.
    BRAIN_CERT_FILE("brain-cert-file", new SettingsFile(), "none", "PEM file of the certificate that brains are shown"),
    /// The key of that.
    BRAIN_KEY_FILE("brain-key-file", new SettingsFile(), "none", "PEM file of the key of brain-cert-file"),
    /// Where what no brain has yet is kept.
    BRAIN_SPOOL(
            "brain-spool",
            new MadeDirectory(),
            "brain/<node> in $STATE_DIRECTORY or ~/.local/state/lockstep",
            "spool of batches that no brain has yet, on a local disk");

    /// What every variable of the agent begins with, but for those that others read too.
    static final String VARIABLE_PREFIX = "LOCKSTEP_AGENT_";

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // Its cases are records of times and numbers.
    private final SettingType type;

    private final String fallback;
    private final String meaning;

    AgentSetting(String key, SettingType type, String fallback, String meaning) {
        this.key = key;
        this.type = type;
        this.fallback = fallback;
        this.meaning = meaning;
    }

    /// Its name in a map of settings, `poll-interval`.
    public String key() {
        return key;
    }

    /// Its flag, `--poll-interval`.
    public String flag() {
        return "--" + key;
    }

    /// Its environment variable, `LOCKSTEP_AGENT_POLL_INTERVAL`.
    public String variable() {
        return switch (this) {
            case DIR -> "LOCKSTEP_DIR";
            case BRAIN -> "LOCKSTEP_BRAIN";
            default -> VARIABLE_PREFIX + fileKey().toUpperCase(Locale.ROOT);
        };
    }

    /// Its name in a file, `poll_interval`.
    public String fileKey() {
        return key.replace('-', '_').replace('.', '_');
    }

    /// Whether it may stand in a file: the file's own name cannot.
    public boolean isInFile() {
        return this != CONFIG;
    }

    /// What its value must be.
    public SettingType type() {
        return type;
    }

    /// Its default, in words where the machine decides it.
    public String fallback() {
        return fallback;
    }

    /// What it is, in a few words.
    public String meaning() {
        return meaning;
    }

    static Stream<AgentSetting> all() {
        return Stream.of(values());
    }

    static Optional<AgentSetting> ofKey(String key) {
        return all().filter(setting -> setting.key.equals(key)).findFirst();
    }

    static Optional<AgentSetting> ofVariable(String variable) {
        return all().filter(setting -> setting.variable().equals(variable)).findFirst();
    }

    static Optional<AgentSetting> ofFileKey(String fileKey) {
        return all().filter(AgentSetting::isInFile)
                .filter(setting -> setting.fileKey().equals(fileKey))
                .findFirst();
    }
}
