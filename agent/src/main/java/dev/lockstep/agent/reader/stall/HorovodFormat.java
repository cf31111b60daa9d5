// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.stall;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Horovod's report of tensors that only some ranks submitted, in its three forms:
///
/// ```
/// Stalled ops:grads_12 [missing ranks: 1]
/// grads_13 [ready ranks: 5, 1, 4, 7, 2, 3]
/// Missing ranks:
/// 1: [grads_12, grads_13]
/// ```
///
/// Ready ranks are those who came: the others are missing, as far as the number of ranks is known.
public final class HorovodFormat implements LineFormat {
    private static final Pattern LISTED = Pattern.compile("([\\w./:-]+) \\[(missing|ready) ranks: ?([\\d, ]+)\\]");
    private static final Pattern BY_RANK = Pattern.compile("^\\s*(\\d{1,7}): ?\\[(.+?)\\]?$");
    private static final int OPS_MAX = 256;

    /// Stateless.
    public HorovodFormat() {}

    @Override
    public String format() {
        return "horovod";
    }

    @Override
    public List<String> needles() {
        return List.of(" ranks: ", "Missing ranks:", "Stalled ranks:");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new HorovodReader(file, out);
    }

    private static final class HorovodReader implements LineReader {
        private final String file;
        private final Consumer<Sighting> out;
        private int ops;
        private int largestRank = -1;
        private boolean isInList;

        HorovodReader(String file, Consumer<Sighting> out) {
            this.file = file;
            this.out = out;
        }

        @Override
        public boolean isOpen() {
            return isInList;
        }

        @Override
        public void line(Line line) {
            String text = line.text();
            if (line.task().isPresent()) {
                largestRank = Math.max(largestRank, line.task().getAsInt());
            }
            if (isInList && byRank(line)) {
                return;
            }
            if (text.startsWith("Missing ranks:") || text.startsWith("Stalled ranks:")) {
                isInList = true;
                return;
            }
            if (text.endsWith("]") && text.contains(" ranks: ")) {
                Matcher listed = LISTED.matcher(text);
                while (listed.find() && ops++ < OPS_MAX) {
                    told(line, listed);
                }
            }
        }

        /// A cleaner of launchers' prefixes may have taken the rank for a task number.
        private boolean byRank(Line line) {
            String text = line.text();
            String whole = line.task().isPresent() && text.startsWith("[")
                    ? line.task().getAsInt() + ": " + text
                    : text;
            Matcher row = BY_RANK.matcher(whole);
            if (!row.find() || ops++ >= OPS_MAX) {
                isInList = false;
                return false;
            }
            TreeSet<Integer> missing = new TreeSet<>(List.of(Integer.parseInt(row.group(1))));
            String op = row.group(2).replaceFirst(",.*", "");
            out.accept(clue(line, op, missing).with("ops", row.group(2)).of("horovod-missing"));
            return true;
        }

        private void told(Line line, Matcher listed) {
            TreeSet<Integer> ranks = new TreeSet<>();
            for (String rank : listed.group(3).split("[, ]+", -1)) {
                if (!rank.isEmpty() && rank.length() < 8) {
                    ranks.add(Integer.parseInt(rank));
                }
            }
            String op = listed.group(1).replaceFirst("^ops:", "");
            if (listed.group(2).equals("missing")) {
                out.accept(clue(line, op, ranks));
                return;
            }
            TreeSet<Integer> missing = new TreeSet<>();
            for (int rank = 0; rank <= Math.max(largestRank, ranks.isEmpty() ? 0 : ranks.last()); rank++) {
                if (!ranks.contains(rank)) {
                    missing.add(rank);
                }
            }
            out.accept(clue(line, op, missing)
                    .with("ready_ranks", ranks)
                    .with(
                            "detail",
                            "missing are all ranks that are not ready; the number of ranks is not printed, "
                                    + "higher ones may be missing too"));
        }

        private Clue clue(Line line, String op, Set<Integer> missing) {
            return new Clue(
                            Signal.HANG_RANK_NOT_ENTERED,
                            Severity.P0,
                            Weight.ROOT,
                            missing.stream().map(Subject::ofRank).toList(),
                            Optional.empty(),
                            new Source(file, line.number()),
                            line.raw(),
                            Map.of("op", op),
                            "horovod|" + op)
                    .with("culprit_ranks", missing)
                    .with("advise", "the logs of the missing ranks: another branch of the program, or dead");
        }

        @Override
        public void end() {}
    }
}
