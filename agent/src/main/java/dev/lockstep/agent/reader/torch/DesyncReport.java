// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The report of TORCH_NCCL_DESYNC_DEBUG:
///
/// ```
/// - [7] finished collective #182, but didn't join collective #183 (count from 1)
/// - [0] Timeout at collective: ALLREDUCE, #315
/// - Snapshot of ranks' latest states:
///   #315 started ranks:
///     [0, 1, 2] started ALLREDUCE
/// ```
///
/// Numbers count all collectives of a rank, over all groups. Who timed out only reports.
final class DesyncReport implements TorchFamily {
    private static final Pattern LEFT =
            Pattern.compile("\\[([\\d, ]+)\\] finished collective #(\\d+),? but didn'?t join collective #(\\d+)");
    private static final Pattern JOINED =
            Pattern.compile("\\[([\\d, ]+)\\] joined but didn'?t finish collective #(\\d+)");
    private static final Pattern AT = Pattern.compile("#(\\d+) (started|finished) ranks");
    private static final Pattern STATE = Pattern.compile("\\[([\\d, ]+)\\] (started|finished) (\\w+)");
    private static final int STATES_MAX = 256;
    private static final int ROWS_MAX = 2000;

    private final String file;
    private final Consumer<Sighting> out;
    private final TreeSet<Integer> left = new TreeSet<>();
    private final Map<String, String> waiting = new LinkedHashMap<>();
    private final TreeSet<String> operations = new TreeSet<>();
    private @Nullable Line first;
    private String finished = "";
    private String at = "";
    private int rows;

    DesyncReport(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    /// Whether a report has begun and may go on: then each line is to be given to {@link #row} first.
    boolean isOpen() {
        return first != null && rows < ROWS_MAX;
    }

    @Override
    public boolean takes(TorchLine line) {
        return !isOpen() && row(line.line());
    }

    /// Whether the line is of a report.
    boolean row(Line line) {
        String text = line.text();
        rows += first == null ? 0 : 1;
        Matcher leaver = LEFT.matcher(text);
        if (leaver.find()) {
            left.addAll(ranks(leaver.group(1)));
            finished = leaver.group(2);
            first = first == null ? line : first;
            return true;
        }
        if (first == null
                && !text.contains("caused the desync")
                && !JOINED.matcher(text).find()) {
            return false;
        }
        Line begin = first == null ? line : first;
        first = begin;
        Matcher number = AT.matcher(text);
        if (number.find()) {
            at = number.group(2).equals("started") ? number.group(1) : "";
            return true;
        }
        Matcher state = STATE.matcher(text);
        if (state.find()) {
            state(state);
            return true;
        }
        return text.contains("Timeout at collective") || text.contains("Snapshot of ranks");
    }

    private void state(Matcher state) {
        if (state.group(2).equals("started") && waiting.size() < STATES_MAX) {
            waiting.put(at + " " + state.group(3), ranks(state.group(1)).toString());
            operations.add(state.group(3));
        }
    }

    @Override
    public void end() {
        Line begin = first;
        if (begin == null) {
            return;
        }
        boolean isKnown = !left.isEmpty();
        Clue clue = new Clue(
                        isKnown ? Signal.HANG_RANK_NOT_ENTERED : Signal.HANG_UNKNOWN,
                        Severity.P0,
                        Weight.ROOT,
                        left.stream().map(Subject::ofRank).toList(),
                        Optional.empty(),
                        new Source(file, begin.number()),
                        begin.raw().strip(),
                        Map.of("waiting", waiting.toString()),
                        "desync")
                .with("culprit_ranks", left)
                .with("advise", "what these ranks did after their last collective: py-spy dump, their own logs");
        out.accept(isKnown ? clue.with("last_finished", finished) : clue);
        if (operations.size() > 1) {
            out.accept(Clue.root(
                            Signal.MISMATCH_COLLECTIVE,
                            Severity.P1,
                            Subject.NONE,
                            new Source(file, begin.number()),
                            "waiting ranks stand in different operations: " + waiting)
                    .with("detail", waiting + " (these may be different groups)")
                    .of("desync-operations"));
        }
    }

    private static List<Integer> ranks(String list) {
        List<Integer> ranks = new ArrayList<>();
        for (String rank : list.split(",", -1)) {
            String digits = rank.strip();
            if (!digits.isEmpty() && digits.length() < 8 && digits.chars().allMatch(Character::isDigit)) {
                ranks.add(Integer.parseInt(digits));
            }
        }
        return ranks;
    }
}
