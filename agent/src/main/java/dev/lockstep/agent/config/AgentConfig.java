// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.agent.web.ClientTls;
import dev.lockstep.agent.web.WebSecurity;
import dev.lockstep.core.config.InvalidConfigException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/// The agent's settings, read once at start, in a group for each part of the agent that takes them. `effective` tells
/// a person the same with where it came from. Without a `flightDir` no flight records are kept.
public record AgentConfig(
        String node,
        Serving serving,
        Reading reading,
        Optional<Path> flightDir,
        Duration grace,
        int seriesPerGpu,
        Optional<BrainConfig> brain,
        EffectiveSettings effective) {
    /// How it serves. The web configuration file could be used when the settings were read; `inspectorGauges`
    /// is whether NVIDIA's gauges are served beside ours.
    public record Serving(InetSocketAddress listen, Optional<Path> webConfigFile, boolean inspectorGauges) {}

    /// What it reads and how often. `sharedMemoryDirs` may not exist yet if they are the default; a directory that was
    /// asked for must exist.
    public record Reading(
            List<Path> sharedMemoryDirs,
            List<Path> inspectorDirs,
            Duration inspectorKeep,
            List<Path> inspectorPromDirs,
            Duration pollInterval,
            HardwareConfig hardware,
            TroubleConfig trouble) {
        public Reading {
            sharedMemoryDirs = List.copyOf(sharedMemoryDirs);
            inspectorDirs = List.copyOf(inspectorDirs);
            inspectorPromDirs = List.copyOf(inspectorPromDirs);
        }
    }

    /// Reads the settings: `flags` by the keys of {@link AgentSetting}, several directories separated by `:`;
    /// `environment` may hold anything, but nothing unknown that begins with `LOCKSTEP_`.
    ///
    /// @throws InvalidConfigException with every problem there is
    public static AgentConfig parse(Map<String, String> flags, Map<String, String> environment, Machine machine) {
        List<String> problems = new ArrayList<>();
        SettingValues values = new SettingValues(GivenSettings.gather(flags, environment, problems), problems);
        values.file(AgentSetting.CONFIG);
        Serving serving = new Serving(
                values.address(AgentSetting.LISTEN),
                values.file(AgentSetting.WEB_CONFIG_FILE),
                values.oneOf(AgentSetting.COMPAT).equals("inspector"));
        serving.webConfigFile().ifPresent(file -> WebSecurity.read(file, problems));
        String node = values.text(AgentSetting.NODE, machine.hostName());
        Reading reading = new Reading(
                values.directories(AgentSetting.DIR, List.of(machine.sharedMemoryDir())),
                values.directories(AgentSetting.INSPECTOR_DIR, List.of()),
                values.time(AgentSetting.INSPECTOR_KEEP),
                values.directories(AgentSetting.INSPECTOR_PROM_DIR, List.of()),
                values.time(AgentSetting.POLL_INTERVAL),
                hardware(values),
                new TroubleConfig(
                        values.patterns(AgentSetting.LOGS),
                        named(values, AgentSetting.JOURNAL),
                        values.endpoint(AgentSetting.RAS),
                        values.time(AgentSetting.RAS_INTERVAL)));
        Optional<Path> flightDir = values.madeDirectory(AgentSetting.FLIGHT_DIR, StateDirectory.ofFlights(environment));
        Duration grace = values.time(AgentSetting.GRACE);
        int seriesPerGpu = values.count(AgentSetting.SERIES_PER_GPU);
        Optional<BrainConfig> brain = brain(values, StateDirectory.ofBrain(environment, node), problems);
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(problems);
        }
        return new AgentConfig(node, serving, reading, flightDir, grace, seriesPerGpu, brain, values.effective());
    }

    /// A library or program; `none` is none.
    private static Optional<String> named(SettingValues values, AgentSetting setting) {
        return Optional.of(values.text(setting, setting.fallback())).filter(name -> !name.equals("none"));
    }

    private static HardwareConfig hardware(SettingValues values) {
        return new HardwareConfig(
                values.time(AgentSetting.HARDWARE_INTERVAL),
                values.givenPath(AgentSetting.SYSFS),
                values.givenPath(AgentSetting.KERNEL_LOG),
                named(values, AgentSetting.NVML),
                values.urls(AgentSetting.DCGM).stream().findFirst());
    }

    /// Absent where no brain is named; its other settings are looked at all the same.
    private static Optional<BrainConfig> brain(SettingValues values, Optional<Path> usualSpool, List<String> problems) {
        List<URI> urls = values.urls(AgentSetting.BRAIN);
        Optional<Path> tokenFile = values.file(AgentSetting.BRAIN_TOKEN_FILE);
        ClientTls.Files pem = new ClientTls.Files(
                values.file(AgentSetting.BRAIN_CA_FILE),
                values.file(AgentSetting.BRAIN_CERT_FILE),
                values.file(AgentSetting.BRAIN_KEY_FILE));
        Optional<Path> spool = values.madeDirectory(AgentSetting.BRAIN_SPOOL, usualSpool);
        if (pem.certificate().isPresent() != pem.key().isPresent()) {
            problems.add(AgentSetting.BRAIN_CERT_FILE.flag() + " and " + AgentSetting.BRAIN_KEY_FILE.flag()
                    + " belong together: name both or none");
        }
        tokenFile
                .filter(file -> !Files.isReadable(file))
                .ifPresent(file -> problems.add(AgentSetting.BRAIN_TOKEN_FILE.flag() + " names " + file
                        + ", which cannot be read: make it readable for the agent's user"));
        if (urls.isEmpty()) {
            return Optional.empty();
        }
        boolean needsTls = urls.stream().anyMatch(url -> "https".equals(url.getScheme()));
        Optional<SSLSocketFactory> tls = needsTls ? ClientTls.read(pem, problems) : Optional.empty();
        return Optional.of(new BrainConfig(urls, tokenFile, tls, spool));
    }
}
