// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.inspector;

import dev.lockstep.agent.reader.tree.Document;
import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.TolerantJson;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile.LateChannel;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile.Range;
import dev.lockstep.core.analysis.cause.inspector.InspectorFile.Series;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// Counts the records of one file; memory does not grow with their number.
final class RecordTally {
    private static final int SERIES_MAX = 10_000;
    private static final int RANGES_MAX = 10_000;
    private static final int LISTED_MAX = 1000;
    private static final int SHOWN_MAX = 16;

    /// A channel that starts later than most by this share of the operation, and by this many microseconds.
    private static final double LATE_SHARE = 0.5;

    private static final long LATE_MICROS = 20;

    private record Key(String comm, int rank, int ranks, String function) {}

    private final String file;
    private final Map<Key, List<Range>> series = new LinkedHashMap<>();
    private final List<Long> withoutBandwidth = new ArrayList<>();
    private final List<Long> broken = new ArrayList<>();
    private final List<LateChannel> late = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private long records;
    private long cut;
    private int shown;

    RecordTally(String file) {
        this.file = file;
    }

    void record(long line, String text) {
        Document document = TolerantJson.read(text);
        Node root = document.first();
        if (document.isCut()) {
            cut++;
            return;
        }
        String kind = root.has("p2p_perf") ? "p2p" : "coll";
        Node perf = root.get(kind + "_perf");
        if (perf.fields().isEmpty()) {
            return;
        }
        long number = perf.get(kind + "_sn").whole().orElse(-1);
        if (document.defectCount() > 0) {
            list(broken, number);
            return;
        }
        Node header = root.get("header");
        Key key = new Key(
                header.get("id").text(),
                header.get("rank").small().orElse(-1),
                header.get("n_ranks").small().orElse(0),
                perf.get(kind).text());
        if (kind.equals("coll")) {
            seen(key, number);
        }
        OptionalDouble bandwidth = perf.get(kind + "_busbw_gbs").number();
        long micros = perf.get(kind + "_exec_time_us").whole().orElse(0);
        boolean isUsable = bandwidth.isPresent() && Double.isFinite(bandwidth.getAsDouble()) && micros > 0;
        if (!isUsable) {
            list(withoutBandwidth, number);
            return;
        }
        records++;
        show(key, perf, kind, number);
        channels(key, perf, number, micros, line);
    }

    private static void list(List<Long> numbers, long number) {
        if (numbers.size() < LISTED_MAX) {
            numbers.add(number);
        }
    }

    private void seen(Key key, long number) {
        if (series.size() >= SERIES_MAX && !series.containsKey(key)) {
            return;
        }
        List<Range> ranges = series.computeIfAbsent(key, one -> new ArrayList<>());
        Range last = ranges.isEmpty() ? new Range(number, number - 1) : ranges.getLast();
        if (number == last.last() + 1 && !ranges.isEmpty()) {
            ranges.set(ranges.size() - 1, new Range(last.first(), number));
        } else if (number > last.last() && ranges.size() < RANGES_MAX) {
            ranges.add(new Range(number, number));
        }
    }

    /// The first records, as they are; and where its time went, where a record says so.
    private void show(Key key, Node perf, String kind, long number) {
        if (shown++ >= SHOWN_MAX) {
            return;
        }
        String words = "{sn: " + number + ", busbw_gbs: "
                + perf.get(kind + "_busbw_gbs").text() + ", n: " + key.ranks() + "}";
        facts.merge(key.function(), words, (first, second) -> first + ", " + second);
        Node parts = perf.get("decomposition");
        if (!parts.fields().isEmpty()) {
            facts.put("coll_sn", Long.toString(number));
            facts.putAll(Decomposition.facts(
                    parts, perf.get(kind + "_exec_time_us").whole().orElse(0)));
        }
    }

    private void channels(Key key, Node perf, long number, long micros, long line) {
        List<Node> events = perf.get("event_trace_ts").get("kernel_events").items();
        if (events.size() < 3 || late.size() >= LISTED_MAX) {
            return;
        }
        List<Long> starts = new ArrayList<>();
        events.forEach(event -> event.get("kernel_start_ts").whole().ifPresent(starts::add));
        if (starts.size() != events.size()) {
            return;
        }
        long median =
                starts.stream().sorted().skip(starts.size() / 2).findFirst().orElse(0L);
        for (int i = 0; i < starts.size(); i++) {
            long by = starts.get(i) - median;
            if (by > LATE_MICROS && by > micros * LATE_SHARE) {
                int channel = events.get(i).get("channel_id").small().orElse(i);
                late.add(new LateChannel(key.comm(), key.rank(), key.function(), number, channel, by, line));
            }
        }
    }

    InspectorFile file() {
        return new InspectorFile(
                Source.of(file),
                records,
                withoutBandwidth,
                broken,
                cut,
                series.entrySet().stream()
                        .map(entry -> new Series(
                                entry.getKey().comm(),
                                entry.getKey().rank(),
                                entry.getKey().ranks(),
                                entry.getKey().function(),
                                entry.getValue()))
                        .toList(),
                facts,
                late);
    }
}
