// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.tidy;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.tidy.Rule.Place;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Keeps what a machine can judge about the repository: [Rules] says what, [Exemptions] where not.
class TidyTest {
    private static final String LICENCE = "// SPDX-License-Identifier: Apache-2.0\n";
    private static final String MAIN = "core/src/main/java/dev/lockstep/core/";

    /// For every rule a file that breaks it.
    private static final Map<String, List<TrackedFile>> BREAKING = Map.ofEntries(
            breaking("licence-line", "plugin/src/a.c", "int a;\n"),
            breaking("unfinished", "README.md", "TODO: write this\n"),
            breaking("machine-path", "README.md", "look into /work/here\n"),
            breaking("registry-host", "pom.xml", String.join(".", "registry", "npmjs", "org")),
            breaking("name-ending", MAIN + "A.java", "final class StringHelper {}\n"),
            breaking("undocumented", MAIN + "A.java", "\npublic final class A {}\n"),
            breaking("wildcard-import", MAIN + "A.java", "import java.util.*;\n"),
            breaking("system-out", MAIN + "A.java", "System.out.println(1);\n"),
            breaking("sleep", "core/src/test/java/ATest.java", "Thread.sleep(5);\n"),
            breaking("stack-trace", MAIN + "A.java", "e.printStackTrace();\n"),
            breaking("raw-clock", MAIN + "A.java", "var now = Instant.now();\n"),
            breaking("preview", "pom.xml", "<arg>--enable-preview</arg>\n"),
            breaking("file-length", "plugin/src/a.c", "int a;\n".repeat(301)),
            breaking("function-length", "plugin/src/a.c", function("void", 59)),
            breaking("parameters", MAIN + "A.java", function("int a,".repeat(6) + "int b", 1)),
            Map.entry(
                    "package-size",
                    IntStream.range(0, 21).mapToObj(TidyTest::file).toList()));

    /// Files that look as if they broke rules and do not.
    private static final List<TrackedFile> KEEPING = List.of(
            new TrackedFile("plugin/src/a.c", LICENCE + function("void", 57)),
            new TrackedFile("plugin/src/b.c", LICENCE + "int a;\n".repeat(299)),
            new TrackedFile("console/src/a.ts", LICENCE + "let a;\n".repeat(299)),
            new TrackedFile(
                    MAIN + "Database.java",
                    LICENCE
                            + "/// Not in code: Thread.sleep, Instant.now(), import java.util.*\n"
                            + "@Deprecated\n"
                            + "public final class Database {\n"
                            + "String text = \"System.out StringHelper class AHelper\";\n"
                            + function("int a, Map<B, C> b, D d, E e, F f, G g", 57)
                            + "}\n"),
            new TrackedFile("cli/src/main/java/A.java", LICENCE + "System.out.println(clock.instant());\n"),
            new TrackedFile("pom.xml", "target/work/x and ${x}/root/x\n"));

    @TestFactory
    Stream<DynamicTest> keepsTheRule() throws Exception {
        List<TrackedFile> files = TrackedFile.in(Checkout.root());
        return Rules.all().stream().map(rule -> DynamicTest.dynamicTest(rule.name(), () -> assertKept(rule, files)));
    }

    @TestFactory
    Stream<DynamicTest> firesOnAFileThatBreaksIt() {
        return Rules.all().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.name(), () -> assertThat(fired(rule, sample(rule))).hasSize(1)));
    }

    @TestFactory
    Stream<DynamicTest> staysSilentOnFilesThatKeepIt() {
        return Rules.all().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.name(), () -> assertThat(fired(rule, KEEPING)).isEmpty()));
    }

    @Test
    void findsTheFilesOfTheCheckout() throws Exception {
        assertThat(TrackedFile.in(Checkout.root()))
                .extracting(TrackedFile::path)
                .contains("pom.xml", "core/src/main/java/module-info.java");
    }

    @TestFactory
    Stream<DynamicTest> needsTheExemption() throws Exception {
        List<TrackedFile> files = TrackedFile.in(Checkout.root());
        return Exemptions.all().stream()
                .map(exemption -> DynamicTest.dynamicTest(
                        exemption.rule() + " in " + exemption.path(), () -> assertNeeded(exemption, files)));
    }

    private static void assertKept(Rule rule, List<TrackedFile> files) {
        String broken = fired(rule, files).stream()
                .filter(place -> !isExempt(rule, place))
                .map(place -> place.path() + ":" + place.line() + ": " + place.what())
                .collect(joining("\n"));
        assertThat(broken).as("%s: %s", rule.name(), rule.instead()).isEmpty();
    }

    private static boolean isExempt(Rule rule, Place place) {
        return Exemptions.all().stream()
                .anyMatch(e -> e.rule().equals(rule.name()) && e.path().equals(place.path()));
    }

    private static void assertNeeded(Exemptions.Exemption exemption, List<TrackedFile> files) {
        List<Rule> rules = Rules.all().stream()
                .filter(r -> r.name().equals(exemption.rule()))
                .toList();
        assertThat(rules).as("rules of that name").hasSize(1);
        assertThat(fired(rules.getFirst(), files))
                .as("delete the exemption, its file keeps the rule")
                .extracting(Place::path)
                .contains(exemption.path());
    }

    private static List<Place> fired(Rule rule, List<TrackedFile> files) {
        return rule.check().apply(files).toList();
    }

    private static List<TrackedFile> sample(Rule rule) {
        return BREAKING.getOrDefault(rule.name(), List.of());
    }

    private static Map.Entry<String, List<TrackedFile>> breaking(String rule, String path, String text) {
        return Map.entry(rule, List.of(new TrackedFile(path, text)));
    }

    private static TrackedFile file(int number) {
        return new TrackedFile(MAIN + "A" + number + ".java", LICENCE);
    }

    private static String function(String parameters, int statements) {
        return "void f(%s) {\n%s}\n"
                .formatted(parameters, String.join("", Collections.nCopies(statements, "a = 1;\n")));
    }
}
