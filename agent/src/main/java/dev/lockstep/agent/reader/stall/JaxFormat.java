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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// JAX and XLA: threads that wait for others at a rendezvous, and tasks that the coordination service misses.
///
/// ```
/// This thread has been waiting for `acquire clique …` for 20 seconds and may be stuck. Expected 8 threads to join the
/// rendezvous, but only 7 of them arrived on time.
/// The following tasks are unhealthy (stopped sending heartbeats): /job:jax_worker/replica:0/task:3
/// ```
public final class JaxFormat implements LineFormat {
    private static final Pattern RENDEZVOUS =
            Pattern.compile("Expected (\\d+) threads to join the rendezvous, but (?:only )?(\\d+|not all) of them");
    private static final Pattern OP = Pattern.compile("waiting for `?([^`;]{1,60})");
    /// Each thread says for whom it waits; the rendezvous is one.
    private static final Pattern FOR_RANK = Pattern.compile(" for rank \\d{1,7}$");
    private static final Pattern TASK = Pattern.compile("/job:\\w+/(?:replica:\\d+/)?task:(\\d{1,7})");
    private static final int LINES_MAX = 256;

    /// Stateless.
    public JaxFormat() {}

    @Override
    public String format() {
        return "jax";
    }

    @Override
    public List<String> needles() {
        return List.of("rendezvous", "is unstuck", "heartbeats", "unhealthy", "not arrived", "n't arrived");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new JaxReader(file, out);
    }

    private static final class JaxReader implements LineReader {
        private final String file;
        private final Consumer<Sighting> out;
        private final TreeSet<Integer> dead = new TreeSet<>();
        /// Threads that wait; whether they still do is known at the end.
        private final List<Clue> waiting = new ArrayList<>();
        private int waits;
        private int released;
        private boolean isInList;
        private int lines;

        JaxReader(String file, Consumer<Sighting> out) {
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
            if (isInList) {
                isInList = tasks(line, text);
            }
            if (lines >= LINES_MAX) {
                return;
            }
            if (text.contains("join the rendezvous")) {
                rendezvous(line, text);
            } else if (text.contains("Thread is unstuck")) {
                unstuck(line);
            } else if (text.contains("stopped sending heartbeats")
                    || text.contains("tasks are unhealthy")
                    || text.contains("have not arrived")
                    || text.contains("haven't arrived")) {
                isInList = true;
                tasks(line, text);
            }
        }

        private void rendezvous(Line line, String text) {
            Matcher missing = RENDEZVOUS.matcher(text);
            if (!missing.find()) {
                return;
            }
            lines++;
            Matcher op = OP.matcher(text);
            Clue clue = new Clue(
                            Signal.HANG_RANK_NOT_ENTERED,
                            Severity.P0,
                            Weight.ROOT,
                            List.of(),
                            Optional.empty(),
                            new Source(file, line.number()),
                            line.raw(),
                            Map.of("expected", missing.group(1), "arrived", missing.group(2)),
                            "jax-rendezvous")
                    .with(
                            "advise",
                            "which thread did not come is not printed: py-spy or gdb of the processes of that host");
            String name = op.find() ? FOR_RANK.matcher(op.group(1).strip()).replaceFirst("") : "";
            waits++;
            waiting.add(name.isEmpty() ? clue : clue.with("op", name));
        }

        /// All threads of a rendezvous go on at once; which one it was is not printed, so it is the oldest. Each thread
        /// that went on says so: where as many did as waited, nobody waits.
        private void unstuck(Line line) {
            released++;
            String over = waiting.stream()
                    .map(clue -> clue.fact("op"))
                    .filter(op -> !op.isEmpty())
                    .findFirst()
                    .orElse("");
            waiting.removeIf(clue -> released >= waits
                    || clue.fact("op").isEmpty()
                    || clue.fact("op").equals(over));
            if (lines++ < LINES_MAX) {
                out.accept(Clue.context(
                                Signal.BENIGN, Severity.INFO, Subject.NONE, new Source(file, line.number()), line.raw())
                        .with("reason", "threads came late to a rendezvous and went on")
                        .of("jax-unstuck"));
            }
        }

        private boolean tasks(Line line, String text) {
            Matcher task = TASK.matcher(text);
            boolean isOne = false;
            while (task.find()) {
                isOne = true;
                int number = Integer.parseInt(task.group(1));
                if (dead.add(number) && lines++ < LINES_MAX) {
                    out.accept(Clue.root(
                                    Signal.HANG_RANK_NOT_ENTERED,
                                    Severity.P0,
                                    Subject.ofRank(number),
                                    new Source(file, line.number()),
                                    line.raw())
                            .with("advise", "the task's own log and its node: it died or stands still")
                            .of("jax-tasks"));
                }
            }
            return isOne || text.endsWith(":");
        }

        @Override
        public void end() {
            waiting.forEach(out);
            waiting.clear();
        }
    }
}
