// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.agent.trouble.log.LogFinder.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogPatternTest {
    private static final List<String> FILES = List.of(
            "slurm-17.out",
            "slurm-18.err",
            "slurm-x.txt",
            "a/rank-0.log",
            "a/rank-10.log",
            "a/deep/rank-1.log",
            "a+b/odd(1).log",
            "job-5/out!");

    @TempDir
    private Path root;

    @BeforeEach
    void write() throws IOException {
        for (String file : FILES) {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
        }
    }

    private List<Found> find(String pattern) {
        return List.copyOf(new LogFinder()
                .find(List.of(LogPattern.of(root + "/" + pattern)))
                .values());
    }

    private String names(String pattern) {
        TreeMap<String, String> names = new TreeMap<>();
        find(pattern)
                .forEach(found -> names.put(
                        root.relativize(found.path()).toString(), found.job().orElse("")));
        return String.join(" ", names.keySet());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "slurm-17.out > slurm-17.out",
                "slurm-*.out > slurm-17.out",
                "slurm-*.{out,err} > slurm-17.out slurm-18.err",
                "slurm-1[!7].* > slurm-18.err",
                "slurm-?.txt > slurm-x.txt",
                "*/rank-?.log > a/rank-0.log",
                "**/rank-*.log > a/deep/rank-1.log a/rank-0.log a/rank-10.log",
                "a+b/odd(*).log > a+b/odd(1).log",
                "job-%j/out! > job-5/out!",
                "nowhere/*.out > ''",
                "a > ''",
            })
    void namesFiles(String pattern, String files) {
        assertThat(names(pattern)).isEqualTo(files);
    }

    @Test
    void takesTheJobFromAFilesOrAFoldersName() {
        assertThat(find("slurm-%j.out")).extracting(Found::job).containsExactly(Optional.of("17"));
        assertThat(find("job-%j/*")).extracting(Found::job).containsExactly(Optional.of("5"));
        assertThat(find("slurm-17.*")).extracting(Found::job).containsExactly(Optional.empty());
    }

    @Test
    void followsLinksToFilesAndFindsEachOnce() throws IOException {
        Files.createSymbolicLink(root.resolve("a/link.log"), root.resolve("slurm-17.out"));

        assertThat(find("{slurm-17.out,a}/link.log")).hasSize(1);
        assertThat(find("**/{link.log,slurm-17.out}")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "logs/*.out, is no absolute path",
        "/logs/, names no files",
        "/logs/**, names no files",
        "/logs/[a, is no pattern",
        "/%j/%j.out, more than one %j",
    })
    void saysWhatIsNoPattern(String text, String words) {
        assertThatThrownBy(() -> LogPattern.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }
}
