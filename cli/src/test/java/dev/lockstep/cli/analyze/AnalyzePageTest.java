// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page and the JSON of an analysis.
class AnalyzePageTest {
    private static final long SEED = 3;

    @TempDir
    Path folder;

    @BeforeEach
    void play() throws IOException {
        new PlayedFolder(8, 4, 4, SEED).slowRank(6, 1.5).into(folder);
    }

    @Test
    void drawsAPageThatLoadsNothing() throws IOException {
        Path page = folder.resolve("page.html");
        Analysis.of("--html", page, folder);
        assertThat(Files.readString(page))
                .contains("Rank 6 (pid 4006 on node-b) is late")
                .contains("prefers-color-scheme:dark")
                .doesNotContain("http:", "https:", "<script", "src=", "@import", "url(");
    }

    @Test
    void escapesNamesThatAJobChose() throws IOException {
        PlayedFolder played = new PlayedFolder(8, 4, 4, SEED);
        for (int rank = 0; rank < 8; rank++) {
            String text = Files.readString(played.file(folder, rank));
            Files.writeString(played.file(folder, rank), text.replace("\"WORLD\"", "\"<b>W</b>\""));
        }
        Path page = folder.resolve("page.html");
        Analysis.of("--html", page, folder);
        assertThat(Files.readString(page)).contains("&lt;b&gt;W&lt;/b&gt;").doesNotContain("<b>W");
    }

    @Test
    void saysTheSameAsJson() {
        assertThat(Analysis.of("--json", folder).out())
                .contains("\"kind\":\"straggler_gpu\"", "\"rank\":6", "\"transfer_seconds\":{\"p50\":");
    }
}
