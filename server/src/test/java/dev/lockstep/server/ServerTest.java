// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.core.wire.FeedDeflater;
import dev.lockstep.core.wire.FeedEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole brain over HTTP.
class ServerTest {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    @Test
    void showsTheJobOfABatch() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            HttpResponse<String> answer = server.feed(Feeds.of("node-a", 1, "job-1", 10));

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"sampling\":0}");
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(server.get("/api/v1/jobs").body())
                            .contains("\"job_id\":\"job-1\"", "\"nodes\":1"));
            assertThat(server.get("/api/v1/jobs/job-1").body()).contains("\"node\":\"node-a\"", "\"pid\":100");
            assertThat(server.get("/api/v1/communicators?job_id=job-1").body()).contains(Feeds.COMM);
            assertThat(server.get("/api/v1/ranks?comm=" + Feeds.COMM).body())
                    .contains("\"last_finished\":9", "\"uuid\":\"GPU-0\"");
            assertThat(server.metric("lockstep_brain_batches_total")).isEqualTo(1);
            assertThat(server.metric("lockstep_brain_records_total")).isEqualTo(10);
            assertThat(server.metric("lockstep_brain_agents")).isEqualTo(1);
        }
    }

    @Test
    void showsOperationsWithTheTimeOfEachRank() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            server.feed(Feeds.of("node-a", 1, 1, Feeds.process("job-1", 0, 10), Feeds.process("job-1", 1, 10)));

            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(server.get("/api/v1/instances?collective=AllReduce&comm=" + Feeds.COMM)
                                            .body())
                                    .contains(
                                            "\"total\":1",
                                            "\"coverage\":1",
                                            "\"seconds_by_comm_rank\":{\"0\":0.001,\"1\":0.001}"));
            assertThat(server.get("/api/v1/instances?offset=0&comm=" + Feeds.COMM)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.get("/api/v1/instances?offset=1&comm=" + Feeds.COMM)
                            .body())
                    .contains("\"total\":1", "\"instances\":[]");
            assertThat(server.metric("lockstep_matched_operations_total{job_id=\"job-1\",state=\"complete\"}"))
                    .isEqualTo(10);
            assertThat(server.metric("lockstep_job_coverage_ratio{job_id=\"job-1\"}"))
                    .isEqualTo(1);
            assertThat(server.get("/metrics").body())
                    .contains(
                            "lockstep_transfer_seconds_count{collective=\"AllReduce\",comm=\"" + Feeds.COMM
                                    + "\",job_id=\"job-1\"} 10",
                            "lockstep_wait_seconds_total{gpu=\"1\",job_id=\"job-1\",node=\"node-a\",rank=\"1\"} 0",
                            "lockstep_lost_gpu_seconds_total{");
        }
    }

    @Test
    void takesDeflatedBatches() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            byte[] batch = FeedDeflater.deflate(FeedEncoder.encode(Feeds.of("node-a", 1, "job-1", 10)));

            HttpResponse<String> answer = server.post("/api/v1/feed", batch, Map.of("Content-Encoding", "deflate"));

            assertThat(answer.body()).isEqualTo("{\"sampling\":0}");
            assertThat(server.metric("lockstep_brain_records_total")).isEqualTo(10);
        }
    }

    @Test
    void refusesWhatIsNoBatchInOneLine() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            HttpResponse<String> answer =
                    server.post("/api/v1/feed", "hello".getBytes(StandardCharsets.US_ASCII), Map.of());

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body().lines()).hasSize(1);
            assertThat(server.metric("lockstep_brain_batches_refused_total{reason=\"malformed\"}"))
                    .isEqualTo(1);
        }
    }

    @Test
    void countsABatchThatCameTwiceOnce() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            server.feed(Feeds.of("node-a", 1, "job-1", 10));

            assertThat(server.feed(Feeds.of("node-a", 1, "job-1", 10)).statusCode())
                    .isEqualTo(200);
            assertThat(server.metric("lockstep_brain_records_total")).isEqualTo(10);
            assertThat(server.metric("lockstep_brain_batches_refused_total{reason=\"duplicate\"}"))
                    .isEqualTo(1);
        }
    }

    @Test
    void admitsOnlyAgentsWithTheToken() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of("token-file", token()))) {
            byte[] batch = FeedEncoder.encode(Feeds.of("node-a", 1, "job-1", 10));

            assertThat(server.post("/api/v1/feed", batch, Map.of()).statusCode())
                    .isEqualTo(401);
            assertThat(server.post("/api/v1/feed", batch, Map.of("Authorization", "Bearer wrong"))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.metric("lockstep_brain_batches_refused_total{reason=\"unauthorized\"}"))
                    .isEqualTo(2);
            assertThat(server.post("/api/v1/feed", batch, Map.of("Authorization", "Bearer " + TOKEN))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void refusesABatchThatIsTooLong() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            HttpResponse<String> answer = server.post("/api/v1/feed", new byte[(8 << 20) + 1], Map.of());

            assertThat(answer.statusCode()).isEqualTo(413);
        }
    }

    @Test
    void saysWhatIsNotHere() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
            assertThat(server.get("/api/v1/jobs/none").statusCode()).isEqualTo(404);
            assertThat(server.get("/api/v1/jobs?stat=stuck").statusCode()).isEqualTo(400);
            HttpResponse<String> wrongMethod = server.send("DELETE", "/api/v1/jobs");
            assertThat(wrongMethod.statusCode()).isEqualTo(405);
            assertThat(wrongMethod.headers().firstValue("Allow")).contains("GET");
        }
    }

    @Test
    void looksEachSecondAndSaysThatItIsWell() throws Exception {
        try (RunningServer server = RunningServer.with(Map.of())) {
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(server.metric("lockstep_brain_looks_total"))
                            .isPositive());
            assertThat(server.get("/healthz").body()).isEqualTo("ok\n");
            assertThat(server.metric("lockstep_brain_watchdog")).isEqualTo(1);
            assertThat(server.get("/config").body()).contains("listen: \"127.0.0.1:0\"");
        }
    }

    private String token() throws Exception {
        return Files.writeString(folder.resolve("token"), TOKEN + "\n").toString();
    }
}
