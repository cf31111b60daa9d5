// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.cli.Checkout;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Damages the inputs of all own cases: a few seeds each in the suite, `-Dlockstep.mutations=10000` as a soak
/// (CONTRIBUTING.md). A failure names case and seed.
class MutatedCasesTest {
    private static final int SEEDS = Integer.getInteger("lockstep.mutations", 6);

    private static Path folder() {
        return Checkout.root().resolve("testdata/diagnose");
    }

    private static List<Path> cases() throws IOException {
        try (Stream<Path> all = Files.list(folder())) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    /// Those whose damaged inputs may say something else: they must only be borne.
    private static Set<String> sayingSomethingElse() throws IOException {
        Properties reasons = new Properties();
        try (Reader in = Files.newBufferedReader(folder().resolve("damaged.properties"))) {
            reasons.load(in);
        }
        return reasons.stringPropertyNames();
    }

    private static Map<String, byte[]> inputs(Path dir) throws IOException {
        Map<String, byte[]> inputs = new TreeMap<>();
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path file : all.filter(Files::isRegularFile)
                    .filter(each -> !each.endsWith("expect.md"))
                    .toList()) {
                inputs.put(dir.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return inputs;
    }

    private static Diagnosis diagnose(Map<String, byte[]> inputs) throws IOException {
        List<Sighting> seen = new ArrayList<>();
        for (Map.Entry<String, byte[]> input : inputs.entrySet()) {
            seen.addAll(Scan.read(InputFile.of(input.getKey(), input.getValue())));
        }
        return Diagnoser.diagnose(seen);
    }

    /// Every input of the case damaged with that seed.
    private static Map<String, byte[]> damaged(Map<String, byte[]> inputs, long seed, boolean isByLines) {
        Map<String, byte[]> damaged = new TreeMap<>();
        inputs.forEach((name, bytes) ->
                damaged.put(name, isByLines ? Damage.ofLines(bytes, seed) : Damage.ofBytes(bytes, seed)));
        return damaged;
    }

    private static Set<String> culprits(Diagnosis diagnosis) {
        Set<String> names = new HashSet<>();
        diagnosis.conclusions().stream()
                .filter(each -> each.severity() == Severity.P0)
                .flatMap(each -> each.culprits().stream())
                .filter(subject -> subject.rank().isPresent())
                .forEach(subject -> names.add(named(subject)));
        return names;
    }

    /// A log that is cut off in a set-up cannot be told from a set-up that does not end.
    private static boolean isAlarm(Diagnosis diagnosis) {
        return diagnosis.conclusions().stream()
                .anyMatch(each ->
                        each.isIncident() && each.severity() == Severity.P0 && each.signal() != Signal.INIT_STUCK);
    }

    private static String named(Subject subject) {
        return "rank " + subject.rank().orElse(-1);
    }

    @Test
    void bearsDamageOfEveryByte() throws IOException {
        Set<String> spared = sayingSomethingElse();
        for (Path dir : cases()) {
            Map<String, byte[]> inputs = inputs(dir);
            boolean isHarmless = !spared.contains(String.valueOf(dir.getFileName()))
                    && diagnose(inputs).severity() == Severity.INFO;
            for (int seed = 0; seed < SEEDS; seed++) {
                Diagnosis diagnosis = diagnose(damaged(inputs, seed, false));
                assertThat(isHarmless && isAlarm(diagnosis))
                        .as("%s, seed %d: %s", dir.getFileName(), seed, diagnosis.conclusions())
                        .isFalse();
            }
        }
    }

    @Test
    void namesNobodyElseWhereLinesAreLost() throws IOException {
        Set<String> spared = sayingSomethingElse();
        for (Path dir : cases()) {
            if (spared.contains(String.valueOf(dir.getFileName()))) {
                continue;
            }
            Map<String, byte[]> inputs = inputs(dir);
            Diagnosis whole = diagnose(inputs);
            Set<String> known = culprits(whole);
            for (int seed = 0; seed < SEEDS; seed++) {
                Diagnosis diagnosis = diagnose(damaged(inputs, seed, true));
                assertThat(culprits(diagnosis))
                        .as("%s, seed %d", dir.getFileName(), seed)
                        .isSubsetOf(known);
            }
        }
    }
}
