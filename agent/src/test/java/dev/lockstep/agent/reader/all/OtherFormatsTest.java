// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Signal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Metrics, counters, results of tests, lists and topologies: from the text to what it proves.
@SuppressWarnings({"StringConcatToTextBlock", "InlineFormatString"}) // Lines stand as files have them.
class OtherFormatsTest {
    private static String dcgm(String name, String labels, String value) {
        return "# TYPE " + name + " gauge\n" + name
                + "{gpu=\"3\",UUID=\"GPU-0a\",pci_bus_id=\"00000000:3B:00.0\",Hostname=\"gpu-a\"" + labels + "} "
                + value
                + "\n";
    }

    @Test
    void doesNotBelieveAStickyGaugeMoreThanItKnows() {
        Conclusion xid =
                Inputs.of("a.prom", dcgm("DCGM_FI_DEV_XID_ERRORS", "", "79")).only(Signal.GPU_FALLEN_OFF_BUS);

        assertThat(xid.severity()).isEqualTo(Severity.P1);
        assertThat(xid.facts().get("age")).contains("unknown");
    }

    @Test
    void takesAGaugeThatChangedBetweenScrapesForNews() {
        Conclusion xid = Inputs.of("a_1.prom", dcgm("DCGM_FI_DEV_XID_ERRORS", "", "0"))
                .and("a_2.prom", dcgm("DCGM_FI_DEV_XID_ERRORS", "", "48"))
                .only(Signal.GPU_XID);

        assertThat(xid.severity()).isEqualTo(Severity.P0);
        assertThat(xid.facts()).containsEntry("xid", "48");
    }

    @Test
    void takesDcgmsMarksForNoValue() {
        Inputs inputs = Inputs.of(
                "a.prom",
                dcgm("DCGM_FI_DEV_XID_ERRORS", "", "2147483632")
                        + dcgm("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "", "9223372036854775794"));

        assertThat(inputs.signals()).containsExactly("telemetry.gap", "info.parsed");
    }

    @Test
    void findsTheFirstCauseAmongCountedXids() {
        String text = dcgm("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"45\"", "9")
                + dcgm("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"48\"", "1");

        assertThat(Inputs.of("a.prom", text).only(Signal.GPU_XID).facts()).containsEntry("root_xid", "48");
    }

    @Test
    void takesACounterThatGrowsForNewsAndOneThatIsNotZeroForAHint() {
        String path = "/sys/class/infiniband/mlx5_2/ports/1/hw_counters/packet_seq_err";
        Conclusion grows =
                Inputs.of("t0" + path, "40\n").and("t1" + path, "900\n").only(Signal.NET_SLOW);

        assertThat(grows.severity()).isEqualTo(Severity.P1);
        assertThat(grows.facts()).containsEntry("packet_seq_err", "860").containsEntry("device", "mlx5_2");
        assertThat(Inputs.of("host" + path, "40\n").only(Signal.NET_SLOW).severity())
                .isEqualTo(Severity.P2);
        assertThat(Inputs.of("t0" + path, "40\n").and("t1" + path, "40\n").signals())
                .containsExactly("info.parsed");
    }

    @Test
    void takesSettingsAndCongestionForNoFaultAndNoValueForNone() {
        String base = "sys/class/infiniband/mlx5_2/ports/1/";
        Inputs inputs = Inputs.of(base + "hw_counters/lifespan", "12")
                .and(base + "counters/port_xmit_wait", "99999999")
                .and(base + "counters/symbol_error", "N/A (no PMA)");

        assertThat(inputs.signals()).containsExactly("telemetry.gap", "info.parsed");
    }

    @Test
    void readsCountersOfTools() {
        String errors = """
            Errors for "gpu-a HCA-1"
            Errors for 0x1070fd03000a "leaf 7"
               GUID 0x1070fd03000a port ALL: [LinkDownedCounter == 25 (25.000)]
               GUID 0x1070fd03000a port 12: [LinkDownedCounter == 25 (25.000)] [PortXmitWait == 1468 (1.4K)]
            """;
        String perfquery = """
            # Port counters: Lid 12 port 1 (CapMask: 0x5A00)
            PortSelect:......................1
            SymbolErrorCounter:..............77
            PortXmitWait:....................5
            """;

        assertThat(Inputs.of("ibqueryerrors.txt", errors)
                        .only(Signal.NET_PORT_EVENT)
                        .facts())
                .containsEntry("port", "12");
        assertThat(Inputs.of("perfquery.txt", perfquery).only(Signal.NET_SLOW).facts())
                .containsEntry("SymbolErrorCounter", "77");
    }

    private static final String HEAD = """
        # nThread 1 nGpus 1 minBytes 1073741824 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20
        #
        # Using devices
        """;
    private static final String COLUMNS = """
        #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
        """;

    private static String devices(int ranks, int nodes) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < ranks; rank++) {
            text.append("#  Rank %2d Group  0 Pid %6d on     gpu-%d device  %d [0000:0%d:00] NVIDIA H100 80GB HBM3%n"
                    .formatted(rank, 900 + rank, rank * nodes / ranks, rank % 8, rank % 8));
        }
        return text.toString();
    }

    private static String result(String busbw, String wrong) {
        return COLUMNS + "  1073741824     268435456     float     sum      -1   4000.1  268.4  " + busbw
                + "      0   4000.2  268.4  "
                + busbw + "      " + wrong + "\n# Out of bounds values : "
                + (wrong.equals("0") || wrong.equals("N/A") ? "0 OK" : wrong + " FAILED")
                + "\n# Avg bus bandwidth    : " + busbw + "\n";
    }

    @Test
    void tellsWrongResults() {
        Conclusion wrong = Inputs.of("out.txt", HEAD + devices(8, 1) + result("470.1", "12"))
                .only(Signal.PERF_WRONG_RESULTS);

        assertThat(wrong.severity()).isEqualTo(Severity.P0);
        assertThat(wrong.facts()).containsEntry("out_of_bounds", "12");
    }

    @Test
    void comparesWithWhatSuchAMachineGives() {
        assertThat(Inputs.of("out.txt", HEAD + devices(8, 1) + result("470.1", "0"))
                        .signals())
                .containsExactly("info.parsed");
        assertThat(Inputs.of("out.txt", HEAD + devices(8, 1) + result("61.0", "N/A"))
                        .only(Signal.PERF_LOW_BUSBW)
                        .severity())
                .isEqualTo(Severity.P2);
        assertThat(Inputs.of("out.txt", HEAD + devices(16, 2) + result("3.9", "0"))
                        .only(Signal.PERF_LOW_BUSBW)
                        .facts())
                .containsEntry("busbw_gbs", "3.9");
    }

    @Test
    void readsResultsInJson() {
        String json =
                "{\"version\":2,\"args\":[\"./build/all_reduce_perf\"],\"env\":[\"TOKEN=secret\"],\"nccl_version\":22907,"
                        + "\"config\":{\"nthreads\":1,\"ngpus\":1,\"devices\":[{\"rank\":0,\"hostname\":\"a\",\"pid\":1},{\"rank\":1,\"hostname\":\"a\",\"pid\":2}]},"
                        + "\"results\":[{\"size\":8,\"out_of_place\":{\"bus_bw\":1.0,\"nwrong\":3.000000},\"in_place\":{\"bus_bw\":1.0,\"nwrong\":null}}],"
                        + "\"out_of_bounds\":{\"count\":3,\"okay\":\"false\"},\"average_bus_bandwidth\":{\"bandwidth\":1.0,\"okay\":\"unchecked\"}}";
        Inputs inputs = Inputs.of("run.json", json);

        assertThat(inputs.signals()).containsExactly("perf.wrong_results");
        assertThat(inputs.seen().toString()).doesNotContain("secret");
    }

    @Test
    void expandsSlurmsLists() {
        Conclusion parsed = Inputs.of(
                        "env.txt",
                        "SLURM_JOB_NODELIST=a[08-11,1]-ib[0-1],b,c007\nexport SLURM_TASKS_PER_NODE=\"4(x2),3\"\n")
                .only(Signal.INFO_PARSED);

        assertThat(parsed.facts())
                .containsEntry(
                        "line 1",
                        "[a08-ib0, a08-ib1, a09-ib0, a09-ib1, a10-ib0, a10-ib1, a11-ib0, a11-ib1, a1-ib0, a1-ib1, b,"
                                + " c007]")
                .containsEntry("line 2", "[4, 4, 3]");
        assertThat(Inputs.of("env.txt", "SLURM_NODELIST=a[1-\nSLURM_JOB_ID=3\n").signals())
                .contains("telemetry.malformed");
    }

    @Test
    void findsTheDeviceThatHasLessThanItsKind() {
        StringBuilder xml = new StringBuilder("<system version=\"1\"><cpu numaid=\"0\">");
        for (int i = 0; i < 4; i++) {
            xml.append(
                    "<pci busid=\"0000:0%d:00.0\" class=\"0x030200\" link_speed=\"%s\" link_width=\"16\"><gpu dev=\"%d\" gdr=\"1\">"
                            .formatted(i, i == 2 ? "8 GT/s" : "32 GT/s", i));
            xml.append("<nvlink target=\"0000:0f:00.0\" count=\"%d\" tclass=\"0x068000\"/></gpu></pci>"
                    .formatted(i == 3 ? 16 : 18));
        }
        Inputs inputs = Inputs.of("topo.xml", xml + "</cpu></system>");

        assertThat(inputs.only(Signal.NET_SLOW).sentence())
                .contains("0000:02:00.0")
                .contains("8 GT/s");
        assertThat(inputs.only(Signal.GPU_NVLINK).sentence()).contains("0000:03:00.0");
    }

    private static String record(int rank, long number, String busbw) {
        return "{\"header\":{\"id\":\"0xab\",\"rank\":%d,\"n_ranks\":2,\"nnodes\":1},\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":%d,\"coll_exec_time_us\":90,\"coll_busbw_gbs\":%s}}\n"
                .formatted(rank, number, busbw);
    }

    @Test
    void takesForgottenRecordsForForgotten() {
        Conclusion gap = Inputs.of("a.log", record(0, 1, "5.0") + record(0, 2, "5.0") + record(0, 3, "5.0"))
                .and("b.log", record(1, 1, "5.0") + record(1, 3, "5.0"))
                .only(Signal.TELEMETRY_GAP);

        assertThat(gap.facts()).containsEntry("missing_sn", "2..2").containsEntry("ranks", "[1]");
    }

    @Test
    void losesOneRecordForEachThatIsBroken() {
        Conclusion broken = Inputs.of(
                        "a.log",
                        record(0, 1, "5.0") + record(0, 2, "\"nan\"") + record(0, 3, "-inf")
                                + "{\"header\":{\"id\":\"0x")
                .only(Signal.TELEMETRY_MALFORMED);

        assertThat(broken.facts())
                .containsEntry("records_ok", "1")
                .containsEntry("records_not_json", "1")
                .containsEntry("records_truncated", "1");
    }

    @Test
    void seesAChannelThatStartsLate() {
        StringBuilder events = new StringBuilder();
        for (int channel = 0; channel < 4; channel++) {
            events.append(channel == 0 ? "" : ",")
                    .append("{\"channel_id\":%d,\"kernel_start_ts\":%d,\"kernel_stop_ts\":5000}"
                            .formatted(channel, channel == 2 ? 1900 : 1000));
        }
        String record =
                "{\"header\":{\"id\":\"0xab\",\"rank\":1,\"n_ranks\":2},\"coll_perf\":{\"coll\":\"AllGather\",\"coll_sn\":7,"
                        + "\"coll_exec_time_us\":1000,\"coll_busbw_gbs\":4.0,\"event_trace_ts\":{\"kernel_events\":["
                        + events + "]}}}\n";

        assertThat(Inputs.of("a.log", record).only(Signal.PERF_LATE_CHANNEL).facts())
                .containsEntry("channel", "2");
    }

    @Test
    void readsTextfilesOfBothGenerations() {
        String older =
                "nccl_bus_bandwidth_gbs{version=\"v4.0\",comm_id=\"0xab\",hostname=\"gpu-a\",rank=\"3\",collective=\"AllReduce\"}"
                        + " 12.5\n";
        Inputs inputs = Inputs.of("a.prom", older + "nccl_bus_bandwidth_gbs{version=\"v4");

        assertThat(inputs.only(Signal.INFO_PARSED).facts())
                .containsEntry("generation", "2.29")
                .containsEntry("busbw_gbs", "12.5");
        assertThat(inputs.only(Signal.TELEMETRY_MALFORMED).facts()).containsEntry("samples_bad", "1");
    }

    @Test
    void bearsTenThousandDamagedFilesOfEveryFormat() {
        String[][] files = {
            {"a.prom", dcgm("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"45\"", "9")},
            {"t0/mlx5_0/ports/1/counters/symbol_error", "77\n"},
            {"ethtool_t1.txt", "NIC statistics:\n     rx_prio0_bytes: 5\n     rx_discards_phy: 7\n"},
            {"out.txt", HEAD + devices(8, 1) + result("61.0", "3")},
            {"env.txt", "SLURM_JOB_NODELIST=a[08-11,1]-ib[0-1],b\nSLURM_TASKS_PER_NODE=4(x2),3\n"},
            {
                "topo.xml",
                "<system><cpu a=\"1\"><pci busid=\"1\" link_speed=\"8 GT/s\"><gpu dev=\"0\"><nvlink"
                        + " count=\"4\"/></gpu></pci></cpu></system>"
            },
            {"a.log", record(0, 1, "5.0") + record(0, 2, "5.0")},
            {"b.prom", "nccl_bus_bandwidth_gbs{version=\"v5.1\",node=\"a\",gpu=\"GPU0\"} 678.2\n"},
            {"graph.log", """
                a:1:1 [0] NCCL INFO === System : maxBw 48.0 totalBw 370.8 ===
                a:1:1 [0] NCCL INFO GPU/1 :NET/0 (3/12.0/PHB)
                """}
        };
        for (String[] file : files) {
            byte[] bytes = file[1].getBytes(StandardCharsets.UTF_8);
            for (int seed = 0; seed < 10_000; seed++) {
                if (new Inputs()
                                .and(file[0], Mutations.of(bytes, seed))
                                .conclusions()
                                .size()
                        > 1000) {
                    throw new AssertionError(file[0] + " with seed " + seed + " gives too much");
                }
            }
        }
    }
}
