// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import dev.lockstep.core.config.InvalidConfigException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The agent's settings, read once at start. `sharedMemoryDirs` may not exist yet if they are the default; a
/// directory that was asked for must exist.
public record AgentConfig(
        InetSocketAddress listen,
        String node,
        List<Path> sharedMemoryDirs,
        List<Path> inspectorDirs,
        Duration pollInterval,
        Duration grace) {
    public AgentConfig {
        sharedMemoryDirs = List.copyOf(sharedMemoryDirs);
        inspectorDirs = List.copyOf(inspectorDirs);
    }

    /// Reads the settings: `flags` by the keys of {@link AgentSetting}, several directories separated by `:`;
    /// `environment` may hold anything, but nothing unknown that begins with `LOCKSTEP_AGENT_`.
    ///
    /// @throws InvalidConfigException with every problem there is
    public static AgentConfig parse(Map<String, String> flags, Map<String, String> environment, Machine machine) {
        List<String> problems = new ArrayList<>();
        SettingValues values = new SettingValues(given(flags, environment, problems), problems);
        AgentConfig config = new AgentConfig(
                values.address(AgentSetting.LISTEN),
                values.text(AgentSetting.NODE, machine.hostName()),
                values.directories(AgentSetting.DIR, List.of(Path.of("/dev/shm/lockstep-" + machine.uid()))),
                values.directories(AgentSetting.INSPECTOR_DIR, List.of()),
                values.duration(AgentSetting.POLL_INTERVAL, Duration.ofMillis(100), Duration.ofMinutes(1)),
                values.duration(AgentSetting.GRACE, Duration.ZERO, Duration.ofHours(1)));
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(problems);
        }
        return config;
    }

    private static Map<AgentSetting, SettingValues.Given> given(
            Map<String, String> flags, Map<String, String> environment, List<String> problems) {
        Map<AgentSetting, SettingValues.Given> given = new EnumMap<>(AgentSetting.class);
        environment.forEach((variable, value) -> AgentSetting.ofVariable(variable)
                .ifPresentOrElse(
                        setting -> given.put(setting, new SettingValues.Given(variable, value)),
                        () -> refuseUnknownVariable(variable, problems)));
        flags.forEach((key, value) -> AgentSetting.ofKey(key)
                .ifPresentOrElse(
                        setting -> given.put(setting, new SettingValues.Given("--" + key, value)),
                        () -> problems.add("--" + key + " is no setting of the agent")));
        return given;
    }

    private static void refuseUnknownVariable(String variable, List<String> problems) {
        if (variable.startsWith(AgentSetting.VARIABLE_PREFIX)) {
            problems.add(variable + " is no setting of the agent");
        }
    }
}
