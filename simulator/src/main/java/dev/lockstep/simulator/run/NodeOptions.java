// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.nccl.ProfilerApi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How a node's process plays its part. Travels to a child process as words of `key=value`.
///
/// @param scenario file
/// @param node which of the scenario's nodes
/// @param out directory of the truth
/// @param plugin the profiler plugin's library
/// @param driver the simulated CUDA driver's library; absent for a process without one
/// @param api the only version of the profiler interface to use; the newest the plugin has, if absent
/// @param scale seconds of the job in a second of the wall clock; absent for as fast as it goes
/// @param startMillis when the job starts, in milliseconds of the epoch; the same for all nodes
/// @param steps instead of the scenario's
/// @param forAtMost stops at the end of the step in which that time is over
/// @param hold how long a process stays when its ranks wait for ever; absent for until it is told to stop
public record NodeOptions(
        Path scenario,
        int node,
        Path out,
        Path plugin,
        Optional<Path> driver,
        Optional<ProfilerApi> api,
        Optional<Double> scale,
        long startMillis,
        OptionalInt steps,
        Optional<Duration> forAtMost,
        Optional<Duration> hold) {
    /// The same part on another node.
    public NodeOptions withNode(int other) {
        return new NodeOptions(scenario, other, out, plugin, driver, api, scale, startMillis, steps, forAtMost, hold);
    }

    List<String> words() {
        List<String> words = new ArrayList<>(List.of(
                "scenario=" + scenario,
                "node=" + node,
                "out=" + out,
                "plugin=" + plugin,
                "start-millis=" + startMillis));
        driver.ifPresent(path -> words.add("driver=" + path));
        api.ifPresent(version -> words.add("api=" + version.number()));
        scale.ifPresent(value -> words.add("scale=" + value));
        steps.ifPresent(value -> words.add("steps=" + value));
        forAtMost.ifPresent(duration -> words.add("for-millis=" + duration.toMillis()));
        hold.ifPresent(duration -> words.add("hold-millis=" + duration.toMillis()));
        return words;
    }

    static NodeOptions parse(List<String> words) {
        Map<String, String> values = new HashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw new InvalidConfigException(List.of("expected key=value, not '" + word + "'"));
            }
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        NodeOptions options = new NodeOptions(
                Path.of(needed(values, "scenario")),
                Integer.parseInt(needed(values, "node")),
                Path.of(needed(values, "out")),
                Path.of(needed(values, "plugin")),
                taken(values, "driver").map(Path::of),
                taken(values, "api").map(Integer::valueOf).flatMap(ProfilerApi::of),
                taken(values, "scale").map(Double::valueOf),
                Long.parseLong(needed(values, "start-millis")),
                taken(values, "steps")
                        .map(text -> OptionalInt.of(Integer.parseInt(text)))
                        .orElseGet(OptionalInt::empty),
                taken(values, "for-millis").map(Long::valueOf).map(Duration::ofMillis),
                taken(values, "hold-millis").map(Long::valueOf).map(Duration::ofMillis));
        if (!values.isEmpty()) {
            throw new InvalidConfigException(List.of("unknown keys: " + values.keySet()));
        }
        return options;
    }

    private static String needed(Map<String, String> values, String key) {
        return taken(values, key).orElseThrow(() -> new InvalidConfigException(List.of(key + ": missing")));
    }

    private static Optional<String> taken(Map<String, String> values, String key) {
        return Optional.ofNullable(values.remove(key));
    }
}
