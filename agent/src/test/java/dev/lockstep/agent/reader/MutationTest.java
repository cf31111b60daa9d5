// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
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
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Damaged inputs: nothing is thrown, a benign input wakes nobody, and a bad one blames nobody new.
/// `-Dmutations=10000` for a soak.
class MutationTest {
    private static final int MUTATIONS = Integer.getInteger("mutations", 45);
    private static final long SEED = 20_260_411L;

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Input(String name, byte[] content) {}

    private static Path cases() {
        String root = System.getProperty("lockstep.home");
        return (root == null ? Path.of("..") : Path.of(root)).resolve("testdata/diagnose");
    }

    /// Cases of few lines, in which some damage leaves an input that says something else, each with the reason.
    private static Set<String> sayingSomethingElse() throws IOException {
        Properties reasons = new Properties();
        try (Reader in = Files.newBufferedReader(cases().resolve("damaged.properties"))) {
            reasons.load(in);
        }
        return reasons.stringPropertyNames();
    }

    @TestFactory
    Stream<DynamicTest> survivesDamage() throws IOException {
        List<Path> folders;
        Set<String> spared = sayingSomethingElse();
        try (Stream<Path> all = Files.list(cases())) {
            folders = all.filter(Files::isDirectory)
                    .filter(folder -> !spared.contains(String.valueOf(folder.getFileName())))
                    .sorted()
                    .toList();
        }
        return folders.stream()
                .map(folder -> DynamicTest.dynamicTest(String.valueOf(folder.getFileName()), () -> survives(folder)));
    }

    private static void survives(Path folder) throws IOException {
        List<Input> inputs = inputs(folder);
        Diagnosis sound = diagnose(inputs);
        boolean isBenign = sound.severity() != Severity.P0;
        Set<String> culprits = culprits(sound);
        for (int count = 0; count < MUTATIONS; count++) {
            long seed = SEED + count;
            Diagnosis lines = diagnose(damaged(inputs, seed, true));
            String which = folder.getFileName() + " with seed " + seed;
            if (isBenign) {
                assertThat(isAlarm(lines)).as(which).isFalse();
            }
            assertThat(culprits).as(which).containsAll(culprits(lines));
            Diagnosis bytes = diagnose(damaged(inputs, seed, false));
            if (isBenign) {
                assertThat(isAlarm(bytes)).as(which).isFalse();
            }
        }
    }

    private static List<Input> damaged(List<Input> inputs, long seed, boolean isOfLines) {
        List<Input> damaged = new ArrayList<>(inputs);
        int which = (int) (seed % inputs.size());
        Input input = inputs.get(which);
        Mutation mutation = new Mutation(seed);
        damaged.set(
                which,
                new Input(
                        input.name(),
                        isOfLines ? mutation.ofLines(input.content()) : mutation.ofBytes(input.content())));
        return damaged;
    }

    /// A log that is cut off in a set-up cannot be told from a set-up that does not end.
    private static boolean isAlarm(Diagnosis diagnosis) {
        return diagnosis.conclusions().stream()
                .anyMatch(each -> each.severity() == Severity.P0 && each.signal() != Signal.INIT_STUCK);
    }

    /// All by which a culprit is known: a damaged line may say less of it.
    private static Set<String> culprits(Diagnosis diagnosis) {
        return diagnosis.conclusions().stream()
                .filter(each -> each.severity() == Severity.P0)
                .map(Conclusion::culprits)
                .flatMap(List::stream)
                .flatMap(MutationTest::identities)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> identities(Subject subject) {
        return Stream.of(
                        subject.rank().stream().mapToObj(rank -> "rank " + rank),
                        subject.peer().stream(),
                        subject.host().stream(),
                        subject.pci().stream())
                .flatMap(each -> each);
    }

    private static Diagnosis diagnose(List<Input> inputs) throws IOException {
        List<Sighting> seen = new ArrayList<>();
        for (Input input : inputs) {
            seen.addAll(Scan.read(InputFile.of(input.name(), input.content())));
        }
        return Diagnoser.diagnose(seen);
    }

    private static List<Input> inputs(Path folder) throws IOException {
        List<Input> inputs = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.endsWith("expect.md")) {
                    inputs.add(new Input(folder.relativize(file).toString(), Files.readAllBytes(file)));
                }
            }
        }
        return inputs;
    }
}
