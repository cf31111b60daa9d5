// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import dev.lockstep.cli.diagnose.input.Inputs;
import dev.lockstep.cli.diagnose.input.Reading;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs folders of cases, each with its inputs and an `expect.md`, and prints a line a case.
public final class Cases {
    private static final String EXPECT = "expect.md";

    private Cases() {}

    /// Runs all cases below the folder; true if all are as expected. The last line is `N of M cases as expected`.
    ///
    /// @throws IOException if the folder or a case cannot be read
    public static boolean run(Path folder, PrintWriter out) throws IOException {
        List<Path> cases;
        try (Stream<Path> tree = Files.walk(folder, 3)) {
            cases = tree.filter(file -> file.endsWith(EXPECT)).sorted().toList();
        }
        int asExpected = 0;
        for (Path expectFile : cases) {
            Path parent = expectFile.toAbsolutePath().getParent();
            Path dir = parent == null ? folder : parent;
            List<String> problems = problems(dir, expectFile);
            asExpected += problems.isEmpty() ? 1 : 0;
            out.println(dir.getFileName() + "  " + (problems.isEmpty() ? "as expected" : String.join("; ", problems)));
        }
        out.println(asExpected + " of " + cases.size() + " cases as expected");
        return asExpected == cases.size();
    }

    private static List<String> problems(Path dir, Path expectFile) throws IOException {
        List<Expected> expected = CaseFile.read(expectFile);
        List<MustNot> forbidden = MustNot.read(Files.readString(expectFile));
        List<Expected> ofWhole = expected.stream()
                .filter(each -> each.file().isEmpty() && !each.isForEachFile())
                .toList();
        List<String> problems = new ArrayList<>();
        List<Expected> forEach =
                expected.stream().filter(Expected::isForEachFile).toList();
        if (!ofWhole.isEmpty() || expected.isEmpty()) {
            problems.addAll(Comparison.problems(ofWhole, forbidden, diagnose(List.of(dir))));
        }
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                List<Expected> ofFile = expected.stream()
                        .filter(each ->
                                file.endsWith(each.file()) && !each.file().isEmpty())
                        .toList();
                if (!ofFile.isEmpty()) {
                    problems.addAll(Comparison.problems(ofFile, forbidden, diagnose(List.of(file))));
                } else if (!forEach.isEmpty() && !file.endsWith(EXPECT)) {
                    problems.addAll(Comparison.problems(forEach, forbidden, diagnose(List.of(file))));
                }
            }
        }
        return problems;
    }

    private static Diagnosis diagnose(List<Path> paths) throws IOException {
        return Diagnoser.diagnose(Reading.all(Inputs.of(paths, file -> !file.endsWith(EXPECT))));
    }
}
