// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// monitoredBarrier, which says who did not come, and the fingerprints of TORCH_DISTRIBUTED_DEBUG=DETAIL, which say who
/// called something else.
final class BarrierLines implements TorchFamily {
    private static final Pattern MISSING =
            Pattern.compile("[Rr]anks? ([\\d, ]+?) ?(?:failed to pass|did not pass|timed out)");
    private static final Pattern FINGERPRINT = Pattern.compile(
            "Rank (\\d{1,7}) is running (?:inconsistent )?collective: ?(?:CollectiveFingerPrint)?\\(?(.*?)(?:, but"
                    + " Rank (\\d{1,7}) is running (?:inconsistent )?collective: ?(?:CollectiveFingerPrint)?\\(?(.*))?$");
    private static final Pattern SEQ = Pattern.compile("SequenceNumber=(\\d+)");
    private static final Pattern OP = Pattern.compile("OpType=(\\w+)");
    private static final Pattern SHAPE = Pattern.compile("TensorShape=(\\[[^\\]]*\\])");

    private final String file;
    private final Consumer<Sighting> out;
    private final TreeSet<Integer> missing = new TreeSet<>();

    BarrierLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(TorchLine line) {
        String text = line.line().text();
        if (text.contains("onitoredBarrier")) {
            Matcher absent = MISSING.matcher(text);
            if (absent.find()) {
                barrier(line, absent.group(1));
            }
            return true;
        }
        if (text.contains("CollectiveFingerPrint") || text.contains("mismatch between collectives")) {
            Matcher both = FINGERPRINT.matcher(text);
            boolean isFound = both.find();
            if (isFound && both.group(3) != null) {
                fingerprints(line, both);
            } else if (isFound && text.contains("mismatch between collectives")) {
                fingerprint(line, both);
            }
            return true;
        }
        return false;
    }

    private void barrier(TorchLine line, String list) {
        List<Subject> subjects = new ArrayList<>();
        for (String rank : list.split("[, ]+", -1)) {
            if (!rank.isEmpty() && rank.length() < 8) {
                int number = Integer.parseInt(rank);
                if (missing.add(number)) {
                    subjects.add(Subject.ofRank(number));
                }
            }
        }
        if (!subjects.isEmpty()) {
            out.accept(new Clue(
                            Signal.HANG_RANK_NOT_ENTERED,
                            Severity.P0,
                            Weight.ROOT,
                            subjects,
                            line.moment(),
                            line.source(file),
                            line.line().raw(),
                            Map.of("op", "monitoredBarrier"),
                            "barrier")
                    .with("advise", "py-spy dump of the ranks that did not come; their own logs"));
        }
    }

    /// Old versions print what one of the ranks runs, and not what is expected.
    private void fingerprint(TorchLine line, Matcher one) {
        out.accept(new Clue(
                        Signal.MISMATCH_COLLECTIVE,
                        Severity.P0,
                        Weight.ROOT,
                        List.of(),
                        line.moment(),
                        line.source(file),
                        line.line().raw(),
                        Map.of("ranks", "[" + one.group(1) + "]"),
                        "fingerprint")
                .with("op", word(OP, one.group(2)))
                .with("advise", "the same line of the other ranks: which one runs something else"));
    }

    private void fingerprints(TorchLine line, Matcher both) {
        String one = both.group(2);
        String other = both.group(4);
        boolean isOtherStep = !word(SEQ, one).equals(word(SEQ, other));
        boolean isOther = isOtherStep || !word(OP, one).equals(word(OP, other));
        Clue clue = new Clue(
                        isOther ? Signal.MISMATCH_COLLECTIVE : Signal.MISMATCH_SIZE,
                        Severity.P0,
                        Weight.ROOT,
                        List.of(),
                        line.moment(),
                        line.source(file),
                        line.line().raw(),
                        Map.of("ranks", "[" + both.group(1) + ", " + both.group(3) + "]"),
                        "fingerprint")
                .with("op", word(OP, one))
                .with("op." + both.group(1), word(OP, one))
                .with("op." + both.group(3), word(OP, other))
                .with("shape." + both.group(1), word(SHAPE, one))
                .with("shape." + both.group(3), word(SHAPE, other));
        String seq = word(SEQ, one);
        out.accept(seq.isEmpty() ? clue : clue.with("seq", seq));
    }

    private static String word(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
