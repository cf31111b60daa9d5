// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads a scenario file: a line each of `key: value`, `#` starts a comment, every key at most
/// once, only `fault`, `decoy` and `hardware` as often as needed. Unknown keys are errors; all problems are told
/// together.
/// docs/simulator.md lists the keys.
public final class ScenarioFile {
    private static final int LINES_MAX = 1_000;

    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> faultLines = new ArrayList<>();
    private final List<String> decoyLines = new ArrayList<>();
    private final List<String> symptomLines = new ArrayList<>();

    private ScenarioFile() {}

    /// Reads and checks a file.
    ///
    /// @throws InvalidConfigException with everything that is wrong in it
    public static Scenario read(Path file) throws IOException {
        String fileName = file.getFileName().toString();
        return parse(fileName.replaceFirst("\\.[a-z]+$", ""), Files.readAllLines(file));
    }

    /// Checks the lines of a file.
    ///
    /// @param name the scenario's name if the lines give none
    public static Scenario parse(String name, List<String> lines) {
        return new ScenarioFile().scenario(name, lines);
    }

    private Scenario scenario(String name, List<String> lines) {
        if (lines.size() > LINES_MAX) {
            throw new InvalidConfigException(List.of("more than " + LINES_MAX + " lines"));
        }
        for (int i = 0; i < lines.size(); i++) {
            takeLine(i + 1, lines.get(i).replaceFirst("(^|\\s)#.*", "").strip());
        }
        Settings settings = new Settings("", values, problems);
        Scenario scenario = build(name, settings);
        settings.refuseTheRest();
        problems.addAll(ScenarioCheck.problems(scenario));
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(problems);
        }
        return scenario;
    }

    private void takeLine(int number, String line) {
        if (line.isEmpty()) {
            return;
        }
        int colon = line.indexOf(": ");
        if (colon < 0) {
            problems.add("line " + number + ": expected 'key: value', not '" + line + "'");
            return;
        }
        String key = line.substring(0, colon);
        String value = line.substring(colon + 2).strip();
        if (key.equals("fault")) {
            faultLines.add(value);
        } else if (key.equals("decoy")) {
            decoyLines.add(value);
        } else if (key.equals("hardware")) {
            symptomLines.add(value);
        } else if (values.putIfAbsent(key, value) != null) {
            problems.add("line " + number + ": " + key + " stands twice");
        }
    }

    private Scenario build(String name, Settings settings) {
        return new Scenario(
                settings.text("name", name),
                settings.whole("seed", 1),
                settings.count("steps", 100, 1, 100_000_000),
                shape(settings),
                workload(settings),
                fabric(settings),
                hosts(settings),
                faults(),
                decoys(),
                symptoms());
    }

    private static Shape shape(Settings settings) {
        return new Shape(
                settings.count("cluster.nodes", 2, 1, Shape.RANKS_MAX),
                settings.count("cluster.gpus-per-node", 8, 1, 64),
                settings.count("groups.tensor", 4, 1, Shape.RANKS_MAX),
                settings.count("groups.pipeline", 1, 1, Shape.RANKS_MAX),
                settings.count("groups.expert", 1, 1, Shape.RANKS_MAX),
                settings.flag("groups.named", true));
    }

    private static Workload workload(Settings settings) {
        return new Workload(
                settings.count("model.layers", 2, 1, 200),
                settings.count("model.microbatches", 2, 1, 1_000),
                settings.flag("model.sequence-parallel", true),
                settings.bytes("model.activation", 32L << 20),
                settings.bytes("model.gradients", 512L << 20),
                settings.bytes("model.bucket", 128L << 20),
                settings.count("model.buckets-per-group", 1, 1, 16),
                settings.flag("model.sharded-optimizer", true),
                settings.flag("model.overlap-reduction", false),
                settings.bytes("model.expert", 8L << 20),
                settings.count("model.warm-up-broadcasts", 2, 0, 1_000),
                settings.nanos("compute.forward", 2_000_000),
                settings.ratio("compute.noise", 0.01, 0, 1));
    }

    private static Fabric fabric(Settings settings) {
        return new Fabric(
                settings.bytes("fabric.nvlink", 350_000_000_000L),
                settings.bytes("fabric.network", 45_000_000_000L),
                settings.nanos("fabric.nvlink-latency", 900),
                settings.nanos("fabric.network-latency", 5_000),
                settings.flag("fabric.nvls", true),
                settings.flag("fabric.collnet", false),
                settings.count("fabric.channels", 16, 1, 64),
                settings.count("fabric.p2p-channels", 16, 1, 64),
                settings.ratio("fabric.noise", 0.03, 0, 1));
    }

    private static Hosts hosts(Settings settings) {
        return new Hosts(
                settings.nanos("host.enqueue", 12_000),
                settings.nanos("host.launch", 6_000),
                settings.count("host.ahead", 32, 1, 1_024),
                settings.nanos("host.loader", 300_000),
                settings.nanos("host.setup", 40_000_000),
                settings.nanos("clock.offset", 20_000_000),
                settings.ratio("clock.drift-ppm", 20, 0, 1_000));
    }

    private List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        for (String line : faultLines) {
            FaultLine.parse(line, problems).ifPresent(faults::add);
        }
        return faults;
    }

    private List<Symptom> symptoms() {
        List<Symptom> symptoms = new ArrayList<>();
        for (String line : symptomLines) {
            SymptomLine.parse(line, problems).ifPresent(symptoms::add);
        }
        return symptoms;
    }

    private List<Decoy> decoys() {
        List<Decoy> decoys = new ArrayList<>();
        for (String line : decoyLines) {
            DecoyLine.parse(line, problems).ifPresent(decoys::add);
        }
        return decoys;
    }
}
