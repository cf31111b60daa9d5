// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.all.Inputs;
import dev.lockstep.agent.reader.all.Mutations;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Signal;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// From reports of RAS to what they prove.
class RasTest {
    private static final String HEAD = """
        NCCL version 2.27.7 compiled with CUDA 12.9
        CUDA runtime version 12090, driver version 13000

        Job summary
        ===========

          Nodes  Processes         GPUs  Processes     GPUs
        (total)   per node  per process    (total)  (total)
              4          4            1         16       16

        Communicators... (0.00s)
        =============

        """;

    private static String table(String... rows) {
        return """
            Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
                #  in group  per comm  per node  per comm  in group
            """ + String.join("\n", rows) + "\n\nErrors\n======\n\n";
    }

    private static String counts(String hash, String... lines) {
        return "Warnings\n========\n\n#0-0 (" + hash + ") MISMATCH\n"
                + "  Communicator ranks have different AllGather operation counts\n  " + String.join("\n  ", lines)
                + "\n\n";
    }

    private static final String ONE_BEHIND =
            table("    0         1         4         4        16        16   RUNNING  MISMATCH")
                    + counts(
                            "00c0ffee12345678",
                            "15 ranks have launched up to operation 310",
                            "Rank 11 has launched up to operation 305 -- GPU 3 managed by process 7011 on node gpu-c");

    @Test
    void namesTheOneRankBehind() {
        Conclusion straggler = Inputs.of("ras.txt", HEAD + ONE_BEHIND).only(Signal.RAS_STRAGGLER);

        assertThat(straggler.severity()).isEqualTo(Severity.P1);
        assertThat(Inputs.ranks(straggler)).containsExactly(11);
        assertThat(straggler.facts())
                .containsEntry("lag", "5")
                .containsEntry("op", "AllGather")
                .containsEntry("comm", "0x00c0ffee12345678")
                .containsEntry("pid", "7011")
                .containsEntry("host", "gpu-c");
    }

    @Test
    void doesNotBlameTheFewWhoAreAhead() {
        String report = table("    0         1         4         4        16        16   RUNNING  MISMATCH")
                + counts(
                        "00c0ffee12345678",
                        "14 ranks have launched up to operation 310",
                        "2 ranks have launched up to operation 311",
                        "Rank 3 -- GPU 3 managed by process 7003 on node gpu-a",
                        "Rank 9 -- GPU 1 (NVML 5) managed by process 7009 on node gpu-c");

        Conclusion straggler = Inputs.of("ras.txt", report).only(Signal.RAS_STRAGGLER);

        assertThat(straggler.culprits()).isEmpty();
        assertThat(straggler.facts()).containsEntry("waiting_ranks", "[3, 9]").containsEntry("lagging_ranks", "14");
        assertThat(straggler.severity()).isEqualTo(Severity.P2);
    }

    @Test
    void callsAMismatchThatStandsStillAHang() {
        Conclusion hang = Inputs.of("poll_1.txt", ONE_BEHIND)
                .and("poll_2.txt", ONE_BEHIND)
                .only(Signal.HANG_RANK_NOT_ENTERED);

        assertThat(Inputs.ranks(hang)).containsExactly(11);
        assertThat(hang.severity()).isEqualTo(Severity.P0);
    }

    @Test
    void callsAMismatchThatMovesNormal() {
        Inputs inputs = Inputs.of("poll_9.txt", ONE_BEHIND)
                .and("poll_10.txt", ONE_BEHIND.replace("310", "330").replace("305", "329"));

        assertThat(inputs.signals()).containsExactly("ras.transient");
        assertThat(inputs.diagnosis().incidents()).isZero();
    }

    @Test
    void seesAGapThatGrows() {
        Conclusion straggler = Inputs.of("poll_1.txt", ONE_BEHIND + ONE_BEHIND.replace("310", "350"))
                .only(Signal.RAS_STRAGGLER);

        assertThat(straggler.severity()).isEqualTo(Severity.P1);
        assertThat(straggler.facts()).containsEntry("lag", "45").containsEntry("lag_before", "5");
    }

    @Test
    void doesNotTakeEqualCountsForHealth() {
        Conclusion parsed = Inputs.of(
                        "ras.txt",
                        HEAD + table("    0         1         4         4        16        16   RUNNING      OK"))
                .only(Signal.INFO_PARSED);

        assertThat(parsed.sentence()).contains("does not prove");
        assertThat(parsed.facts()).containsEntry("ranks", "16").containsEntry("errors", "OK");
    }

    @Test
    void namesMissingAndDeadProcessesOnce() {
        String report =
                HEAD + table("    0         1         4         4        16        16   RUNNING  INCOMPLETE") + """
                    INCOMPLETE
                      Missing communicator data from 1 job process
                      Process 7004 on node gpu-b managing GPU 0

                    DEAD
                      1 job process is considered dead (unreachable via the RAS network)
                      Process 7005 on node gpu-b managing GPUs 1,2

                    #0-0 (00c0ffee12345678) INCOMPLETE
                      Missing communicator data from 2 ranks
                      Rank 4 -- GPU 0 managed by process 7004 on node gpu-b
                      Rank 5 -- GPU 1 managed by process 7005 on node gpu-b
                    """;

        Inputs inputs = Inputs.of("ras.txt", report);

        assertThat(inputs.signals()).containsExactly("ras.rank_dead", "ras.rank_missing");
        assertThat(inputs.only(Signal.RAS_RANK_DEAD).facts()).containsEntry("pid", "7005");
        assertThat(inputs.only(Signal.RAS_RANK_MISSING).facts())
                .containsEntry("rank", "4")
                .containsEntry("pid", "7004");
        assertThat(inputs.diagnosis().incidents()).isEqualTo(2);
    }

    @Test
    void readsTheShortListOfTheFirstVersions() {
        String report = table("    0         1         4         4        16        16   RUNNING  INCOMPLETE")
                + "#0-0 (00c0ffee12345678) INCOMPLETE\n"
                + "  Missing communicator data from 1 rank\n"
                + "  The missing rank: 6\n";

        assertThat(Inputs.ranks(Inputs.of("ras.txt", report).only(Signal.RAS_RANK_MISSING)))
                .containsExactly(6);
    }

    @Test
    void leavesOutWhatNoCommunicatorCanBe() {
        String report = HEAD + table("    0         1         0         0         0         0    NOCOMM  INCOMPLETE")
                + "#0-0 (deadbeef00000001) INCOMPLETE\n  Missing communicator data from 900 ranks\n"
                + "  Rank 2000000000 -- [process information not found]\n";

        Inputs inputs = Inputs.of("ras.txt", report);

        assertThat(inputs.signals()).contains("telemetry.malformed").doesNotContain("ras.rank_missing");
    }

    @Test
    void takesATeardownForNormalUntilItStays() {
        String report = table("    0         1         2         4         8         8  FINALIZE  MISMATCH") + """
            Warnings
            ========

            #0-0 (00c0ffee12345678) MISMATCH
              Communicator ranks have different status
              7 ranks have status RUNNING
              Rank 2 has status FINALIZE -- GPU 2 managed by process 7002 on node gpu-a
            """;

        assertThat(Inputs.of("ras.txt", report).signals()).containsExactly("ras.transient");
        assertThat(Inputs.of("ras_1.txt", report).and("ras_2.txt", report).signals())
                .contains("hang.unknown");
    }

    @Test
    void takesRanksThatReportARemoteErrorForWitnesses() {
        String report = table("    0         1         2         4         8         8   RUNNING     ERROR") + """
            #0-0 (00c0ffee12345678) ERROR
              Asynchronous errors on 2 ranks
              Rank 1 reported Unhandled CUDA error -- GPU 1 managed by process 7001 on node gpu-a
              Rank 2 reported Remote process error -- GPU 2 managed by process 7002 on node gpu-a
            """;
        Inputs inputs = Inputs.of("ras.txt", report);

        assertThat(Inputs.ranks(inputs.only(Signal.GPU_WEDGED))).containsExactly(1);
        assertThat(inputs.only(Signal.NET_COMPLETION_ERROR).culprits()).isEmpty();
        assertThat(inputs.diagnosis().incidents()).isEqualTo(1);
    }

    @Test
    void joinsWarningAndDeathAndBothCopiesOfAnEvent() {
        String text = """
            OK
            [2026-03-01 08:00:00] PEER_NEW: Process 81 on node gpu-a managing GPU 0
            [2026-03-01 09:00:00] PEER_UNRESPONSIVE: Process 81 on node gpu-a managing GPU 0 peer not responding for 5s
            [2026-03-01 09:01:00] PEER_DEAD: Process 81 on node gpu-a managing GPU 0
            [2026-03-01 09:01:01] PEER_TELEPORTED: gpu-b<4711> for fun
            """;
        String json = """
            {"timestamp": "2026-03-01 09:01:00", "group": "LIFECYCLE", "event": "PEER_DEAD",
             "peer": {"host": "gpu-a", "pid": 81, "cuda_devs": [0], "nvml_devs": [0]}, "details": ""}
            """;
        Inputs inputs = Inputs.of("monitor.txt", text).and("monitor.json", json);

        assertThat(inputs.signals()).containsExactly("ras.rank_dead", "ras.rank_missing", "info.parsed");
        assertThat(inputs.diagnosis().incidents()).isEqualTo(1);
        assertThat(inputs.only(Signal.INFO_PARSED).facts().get("events")).contains("PEER_TELEPORTED=1");
    }

    static String json(int count, String missing) {
        String rank = """
            {"rank": %d, "host": "10.1.1.%d", "pid": %d, "cuda_dev": %d, "nvml_dev": %d,
             "status": {"init_state": 0, "async_error": 0, "finalize_called": false, "destroy_flag": false, "abort_flag": false},
             "collective_counts": {"Broadcast": 1, "AllReduce": %d}}\
            """;
        return "{\"nccl_version\": \"2.28.7\", \"timestamp\": \"2026-03-01 10:00:0" + count % 10
                + "\", \"communicators_count\": 1,\n"
                + "\"communicators\": [{\"hash\": \"0xc0ffee\", \"size\": 4, \"ranks_count\": 3,"
                + " \"missing_ranks_count\": 1, \"ranks\": [" + rank.formatted(0, 1, 100, 0, 0, 50) + ","
                + rank.formatted(1, 1, 101, 1, 1, 50)
                + "," + rank.formatted(2, 2, 102, 0, 0, count) + "],\n\"missing_ranks\": [" + missing
                + "]}], \"ras\": {\"timeouts_count\": 0}}";
    }

    @Test
    void readsJsonWithTheCommaThatIsMissing() {
        String missing = "{\"rank\": 3, \"host\": \"10.1.1.2\", \"pid\": 103, \"cuda_dev\": 1, \"nvml_dev\": 1\n"
                + "\"status\": {\"unresponsive\": true, \"considered_dead\": true}}";
        Inputs inputs = Inputs.of("ras.json", json(50, missing));

        assertThat(inputs.signals()).containsExactly("ras.rank_dead", "telemetry.malformed");
        assertThat(inputs.only(Signal.RAS_RANK_DEAD).facts()).containsEntry("pid", "103");
        assertThat(inputs.only(Signal.TELEMETRY_MALFORMED).sentence()).contains("2.28.7");
    }

    @Test
    void readsCountsOfJson() {
        Conclusion straggler = Inputs.of("ras.json", json(41, "")).only(Signal.RAS_STRAGGLER);

        assertThat(Inputs.ranks(straggler)).containsExactly(2);
        assertThat(straggler.facts()).containsEntry("lag", "9");
    }

    @Test
    void saysThatAnotherJobHoldsThePort() {
        String log = """
            gpu-a:4711:4711 [0] NCCL INFO ras/client_support.cc:170 -> 2
            gpu-a:4711:4711 [0] NCCL INFO RAS failed to establish a client listening socket at localhost:28028
            """;
        Inputs inputs = Inputs.of("nccl.log", log);

        assertThat(inputs.signals()).contains("benign", "telemetry.gap");
        assertThat(inputs.only(Signal.TELEMETRY_GAP).severity()).isEqualTo(Severity.P2);
    }

    @Test
    void bearsTenThousandDamagedReportsAndBlamesNobodyNew() {
        String report = HEAD + ONE_BEHIND;
        byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
        byte[] json = json(41, "").getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < 10_000; seed++) {
            Inputs damaged =
                    new Inputs().and("a.txt", Mutations.of(bytes, seed)).and("b.json", Mutations.of(json, seed));
            assertThat(damaged.conclusions()).as("seed %d", seed).isNotNull();
            Set<Integer> blamed = Inputs.of("a.txt", Mutations.ofLines(report, seed)).conclusions().stream()
                    .flatMap(conclusion -> Inputs.ranks(conclusion).stream())
                    .collect(Collectors.toSet());
            assertThat(blamed).as("seed %d", seed).isSubsetOf(11);
        }
    }
}
