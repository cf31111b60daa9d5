// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.yaml.YamlNode.Field;
import dev.lockstep.agent.yaml.YamlNode.Fields;
import dev.lockstep.agent.yaml.YamlNode.Items;
import dev.lockstep.agent.yaml.YamlNode.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What operators write, and what would hurt the agent if it were read.
class YamlFileTest {
    private static final long SEED = 20261130;

    @TempDir
    private Path directory;

    private final List<String> problems = new ArrayList<>();

    @Test
    void keepsTheTextThatWasWrittenAndItsLine() throws IOException {
        Fields top = read("""
                number: 010
                yes: yes
                quoted: "a: b"
                list:
                  - x
                  - ~
                  - 'null'
                deeper: {one: 1}
                nothing:
                """);

        assertThat(problems).isEmpty();
        assertThat(top.fields())
                .containsExactly(
                        new Field(1, "number", new Text(1, "010")),
                        new Field(2, "yes", new Text(2, "yes")),
                        new Field(3, "quoted", new Text(3, "a: b")),
                        new Field(
                                4,
                                "list",
                                new Items(5, List.of(new Text(5, "x"), new Text(6, ""), new Text(7, "null")))),
                        new Field(8, "deeper", new Fields(8, List.of(new Field(8, "one", new Text(8, "1"))))),
                        new Field(9, "nothing", new Text(9, "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# a comment\n", "---\n", "--- ~\n...\n", "{}"})
    void findsNothingInAnEmptyFile(String text) throws IOException {
        assertThat(read(text).fields()).isEmpty();
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: *b",
                "a: &b c",
                "a: &b [*b, *b]",
                "a: 1\n--- \nb: 2",
                "[a, b]",
                "just text",
                "a: [",
                "a: b: c",
                "\t- x",
                "? [a]\n: b",
                "a: \"\\q\"",
                "a: \u0007",
                "%YAML 9.9\n---\na: b\n%",
                "a: 'never closed"
            })
    void refusesInOneLineWhatItDoesNotTake(String text) throws IOException {
        read(text);

        assertThat(problems)
                .hasSize(1)
                .allSatisfy(problem ->
                        assertThat(problem).startsWith(directory.toString()).doesNotContain("\n"));
    }

    @Test
    void refusesWhatIsNestedTooDeep() throws IOException {
        read("a: " + "[".repeat(100_000));

        assertThat(problems).containsExactly(directory + "/some.yml:1: is nested more than 8 deep");
    }

    @Test
    void refusesAFileThatIsTooLarge() throws IOException {
        read("#".repeat(YamlFile.FILE_BYTES_MAX + 1));

        assertThat(problems)
                .containsExactly(directory + "/some.yml has more than 262144 bytes: keep nothing but settings in it");
    }

    @Test
    void refusesWhatIsNotUtf8() throws IOException {
        Path file = Files.write(directory.resolve("some.yml"), "a: ä".getBytes(StandardCharsets.ISO_8859_1));
        YamlFile.read(file, problems);

        assertThat(problems).containsExactly(file + " is not UTF-8: save it as that");
    }

    @Test
    void saysThatAFolderIsNoFile() {
        YamlFile.read(directory, problems);

        assertThat(problems).hasSize(1).first().asString().contains("cannot be read");
    }

    @Test
    void neverFailsForRandomText() throws IOException {
        Random random = new Random(SEED);
        String letters = "ab:-[]{}&*!|>'\"%@`#,? \n\t\\0~=<\u00e4\u0000\u2028";
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(1 + random.nextInt(60), 0, letters.length()).forEach(at -> text.append(letters.charAt(at)));
            problems.clear();
            read(text.toString());
            assertThat(problems).as("seed %d, text %d", SEED, i).allMatch(problem -> !problem.contains("\n"));
        }
    }

    private Fields read(String text) throws IOException {
        return YamlFile.read(Files.writeString(directory.resolve("some.yml"), text), problems);
    }
}
