// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jackson is the rule of what a line means: the scanner says the same or leaves the line to it.
final class InspectorLineFuzzTest {
    private static final int LINES = 25_000;
    private static final String HEAD = "{\"header\":{\"id\":\"0x5d2f31c07a9b10\",\"comm_name\":\"TP_0\",\"rank\":1,"
            + "\"n_ranks\":4,\"nnodes\":1},\"metadata\":{\"inspector_output_format_version\":\"v4.0\",\"git_rev\":\"\","
            + "\"dump_timestamp_us\":1796004884627031,\"hostname\":\"host-a\",\"pid\":101},";
    private static final List<String> BEGINS = List.of(
            HEAD + "\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_algo\":\"RING\",\"coll_sn\":7,"
                    + "\"coll_msg_size_bytes\":65536,\"coll_exec_time_us\":41,\"coll_timing_source\":\"kernel_gpu\","
                    + "\"coll_busbw_gbs\":2.250000}}",
            HEAD + "\"p2p_perf\":{\"p2p\":\"Send\",\"p2p_sn\":7,\"p2p_peer\":2,\"p2p_msg_size_bytes\":65536}}",
            HEAD + "\"dump_stats\":{\"coll_dropped_total\":3,\"p2p_dropped_total\":0}}",
            "{ \"coll_perf\" : {\"coll_sn\":1,\"coll_sn\":\"x\",\"coll_busbw_gbs\":\"nan\"} ,\t\"more\":[1,{},[],null]}",
            "{\"header\":[{\"rank\":1}],\"coll_perf\":{\"event_trace\":{\"coll_sn\":[{\"channel_id\":-1.5e3}]}}}",
            "{\"coll_perf\":{\"coll_sn\":123456789012345678,\"coll_msg_size_bytes\":18446744073709486080}}");
    private static final String PIECES = "{}[]\",:\\0123456789.eE+-ntfu \t\u0000\u0001\u007f\u00e9";

    private final NameTable names = new NameTable();
    private final LineScanner scanner = new LineScanner(names);
    private final JacksonLine jackson = new JacksonLine();
    private final InspectorRecord scanned = new InspectorRecord();
    private final InspectorRecord parsed = new InspectorRecord();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void scansNothingThatJacksonReadsDifferently(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int accepted = 0;
        for (int i = 0; i < LINES; i++) {
            accepted += agrees(mutated(random), "seed " + seed + ", line " + i) ? 1 : 0;
        }

        assertThat(accepted).as("seed %s", seed).isGreaterThan(LINES / 20);
    }

    @Test
    void scansEveryLineThatInspectorWrites() {
        for (String line : BEGINS.subList(0, 3)) {
            assertThat(agrees(line, line)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void readsByTemplateNothingThatTheScannerReadsDifferently(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LineTemplate template = new LineTemplate(names);
        int accepted = 0;
        for (int i = 0; i < LINES; i++) {
            String former = random.nextInt(4) == 0 ? mutated(random) : BEGINS.get(random.nextInt(BEGINS.size()));
            byte[] learnt = former.getBytes(StandardCharsets.UTF_8);
            if (random.nextInt(3) == 0 && scanner.scan(learnt, 0, learnt.length, scanned)) {
                template.learn(learnt, 0, learnt.length, scanner, scanned);
            }
            String line = random.nextBoolean() ? mutated(random, former) : withOtherDigits(random, former);
            accepted += agrees(template, line + "\n" + former, "seed " + seed + ", line " + i) ? 1 : 0;
        }

        assertThat(accepted).as("seed %s", seed).isGreaterThan(LINES / 20);
    }

    @Test
    void readsTheNextLineByTemplateHoweverManyValuesDiffer() {
        LineTemplate template = new LineTemplate(names);
        byte[] first = BEGINS.getFirst().getBytes(StandardCharsets.UTF_8);
        assertThat(scanner.scan(first, 0, first.length, scanned)).isTrue();
        template.learn(first, 0, first.length, scanner, scanned);

        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 1000; i++) {
            String other = withOtherDigits(random, BEGINS.getFirst()).replace("TP_0", "x".repeat(random.nextInt(9)));
            assertThat(agrees(template, other, other)).as(other).isTrue();
        }
    }

    private boolean agrees(LineTemplate template, String text, String what) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int end = template.read(bytes, 0, bytes.length, parsed);
        if (end < 0) {
            return false;
        }
        assertThat(scanner.scan(bytes, 0, end, scanned))
                .as("%s: %s", what, text)
                .isTrue();
        assertThat(parsed.toString()).as("%s: %s", what, text).isEqualTo(scanned.toString());
        return true;
    }

    private static String withOtherDigits(SplittableRandom random, String line) {
        StringBuilder other = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean changes = c >= '1' && c <= '9' && random.nextInt(3) == 0;
            other.append(changes ? String.valueOf(1 + random.nextInt(99)) : String.valueOf(c));
        }
        return other.toString();
    }

    private boolean agrees(String text, String what) {
        byte[] line = text.getBytes(StandardCharsets.UTF_8);
        if (!scanner.scan(line, 0, line.length, scanned)) {
            return false;
        }
        parsed.clear();
        assertThat(jackson.read(line, 0, line.length, parsed))
                .as("%s: %s", what, text)
                .isTrue();
        assertThat(scanned.toString()).as("%s: %s", what, text).isEqualTo(parsed.toString());
        return true;
    }

    private static String mutated(SplittableRandom random) {
        return mutated(random, BEGINS.get(random.nextInt(BEGINS.size())));
    }

    private static String mutated(SplittableRandom random, String begin) {
        StringBuilder line = new StringBuilder(begin);
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
            int at = random.nextInt(line.length());
            int to = Math.min(line.length(), at + 1 + random.nextInt(30));
            switch (random.nextInt(5)) {
                case 0 -> line.setCharAt(at, piece(random));
                case 1 -> line.insert(at, piece(random));
                case 2 -> line.deleteCharAt(at);
                case 3 -> line.insert(at, line.substring(at, to));
                default -> line.replace(at, at + 1, String.valueOf(random.nextInt(1000)));
            }
        }
        return line.toString();
    }

    private static char piece(SplittableRandom random) {
        return PIECES.charAt(random.nextInt(PIECES.length()));
    }
}
