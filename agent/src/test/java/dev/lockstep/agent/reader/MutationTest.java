// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Damaged inputs: nothing is thrown, a benign input wakes nobody, and a bad one blames nobody new.
/// `-Dmutations=10000` for a soak.
class MutationTest {
    private static final int MUTATIONS = Integer.getInteger("mutations", 60);
    private static final long SEED = 20_260_411L;

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Input(String name, byte[] content) {}

    private static Path cases() {
        String root = System.getProperty("lockstep.home");
        return (root == null ? Path.of("..") : Path.of(root)).resolve("testdata/diagnose");
    }

    @TestFactory
    Stream<DynamicTest> survivesDamage() throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.list(cases())) {
            folders = all.filter(Files::isDirectory).sorted().toList();
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
                assertThat(lines.severity()).as(which).isNotEqualTo(Severity.P0);
            }
            assertThat(culprits).as(which).containsAll(culprits(lines));
            Diagnosis bytes = diagnose(damaged(inputs, seed, false));
            if (isBenign) {
                assertThat(bytes.severity()).as(which).isNotEqualTo(Severity.P0);
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

    private static Set<String> culprits(Diagnosis diagnosis) {
        return diagnosis.conclusions().stream()
                .filter(each -> each.severity() == Severity.P0)
                .map(Conclusion::culprits)
                .flatMap(List::stream)
                .map(MutationTest::identity)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The coarsest thing that is blamed: a damaged line may say less of it.
    private static String identity(Subject subject) {
        if (subject.rank().isPresent()) {
            return "rank " + subject.rank().getAsInt();
        }
        return subject.peer().or(subject::host).or(subject::pci).orElse("");
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
