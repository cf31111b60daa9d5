// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Batches of every version that was ever released stay readable. `-Dupdate` writes the file of the present version.
class WireGoldenTest {
    private static final boolean UPDATE = System.getProperty("update") != null;
    private static final Path VERSION_1_0 = Path.of("..", "testdata", "wire-v1.0.feed");
    private static final Path VERSION_1_1 = Path.of("..", "testdata", "wire-v1.1.feed");
    private static final Path VERSION_1_2 = Path.of("..", "testdata", "wire-v1.2.feed");
    private static final Path VERSION_1_3 = Path.of("..", "testdata", "wire-v1.3.feed");

    @Test
    void readsVersion10() throws IOException, WireException {
        byte[] bytes = Files.readAllBytes(VERSION_1_0);

        assertThat(FeedText.of(FeedDecoder.decode(bytes, 0, bytes.length)))
                .isEqualTo(FeedText.of(SampleFeed.feedOfVersion10()));
    }

    @Test
    void readsVersion11() throws IOException, WireException {
        byte[] bytes = Files.readAllBytes(VERSION_1_1);

        assertThat(FeedText.of(FeedDecoder.decode(bytes, 0, bytes.length)))
                .isEqualTo(FeedText.of(SampleFeed.feedOfVersion11()));
    }

    @Test
    void readsVersion12() throws IOException, WireException {
        byte[] bytes = Files.readAllBytes(VERSION_1_2);

        assertThat(FeedText.of(FeedDecoder.decode(bytes, 0, bytes.length)))
                .isEqualTo(FeedText.of(SampleFeed.feedOfVersion12()));
    }

    @Test
    void readsVersion13() throws IOException, WireException {
        if (UPDATE) {
            Files.write(VERSION_1_3, FeedEncoder.encode(SampleFeed.feed()));
        }
        byte[] bytes = Files.readAllBytes(VERSION_1_3);

        assertThat(FeedText.of(FeedDecoder.decode(bytes, 0, bytes.length))).isEqualTo(FeedText.of(SampleFeed.feed()));
    }

    @Test
    void writesTheBytesOfVersion13() throws IOException {
        assertThat(FeedEncoder.encode(SampleFeed.feed()))
                .as("a change of these bytes is a new version: docs/wire-format.md")
                .isEqualTo(Files.readAllBytes(VERSION_1_3));
    }
}
