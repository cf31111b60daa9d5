// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import dev.lockstep.core.analysis.clue.Weight;
import dev.lockstep.core.model.time.EpochNanos;
import dev.lockstep.core.model.trouble.Trouble.Told;
import dev.lockstep.core.model.trouble.Trouble.What;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Counts what lines of one text say, for the job that wrote it. A job that one line shows by its process is that of
/// all later ones: a text is one job's. One thread.
public final class LineCounts implements Consumer<Sighting> {
    private static final String EVENT = "events.";
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    private final TroubleTally tally;
    private final KnownJobs known;
    private Optional<String> job;
    private Instant now = Instant.EPOCH;

    /// Counts into a tally.
    ///
    /// @param job whose text it is, as far as its name says; the process that a line names is believed more
    public LineCounts(TroubleTally tally, KnownJobs known, Optional<String> job) {
        this.tally = tally;
        this.known = known;
        this.job = job;
    }

    /// What is accepted from now on was read at that moment.
    public void at(Instant moment) {
        now = moment;
    }

    @Override
    public void accept(Sighting seen) {
        if (seen instanceof OperationSeen operation && operation.state() == OperationSeen.State.TIMED_OUT) {
            add(
                    new TroubleTally.Key(What.TIMEOUT, Signal.HANG_UNKNOWN.text(), "", true),
                    1,
                    operation.subject(),
                    operation.excerpt());
        } else if (seen instanceof Clue clue) {
            key(clue).ifPresent(key -> add(key, times(clue), clue.subject(), clue.excerpt()));
        }
    }

    /// What it counts as; empty for what is no trouble.
    private static Optional<TroubleTally.Key> key(Clue clue) {
        Signal signal = clue.signal();
        boolean isRoot = clue.weight() == Weight.ROOT;
        if (!clue.fact("retry").isEmpty()) {
            return Optional.of(new TroubleTally.Key(What.RETRY, Signal.INIT_SLOW.text(), "connect", true));
        }
        if (signal == Signal.HANG_WATCHDOG_STUCK || signal == Signal.INIT_STUCK) {
            return Optional.of(new TroubleTally.Key(What.TIMEOUT, signal.text(), reason(clue), isRoot));
        }
        boolean isError = clue.severity() != Severity.INFO || signal == Signal.NET_FLUSH_SECONDARY;
        return isError && !signal.isAboutInput() && clue.weight() != Weight.CONTEXT
                ? Optional.of(new TroubleTally.Key(What.ERROR, signal.text(), reason(clue), isRoot))
                : Optional.empty();
    }

    /// The error's name, where it has one, else the class of its cause.
    private static String reason(Clue clue) {
        String name = clue.fact("status_name").replaceFirst("^IBV_WC_", "");
        String word = (name.isEmpty() ? clue.fact("class") : name)
                .toLowerCase(Locale.ROOT)
                .replace('-', '_');
        return WORD.matcher(word).matches() ? word : "";
    }

    /// Readers gather events of one port into one clue.
    private static long times(Clue clue) {
        long events = clue.facts().entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(EVENT))
                .map(Map.Entry::getValue)
                .filter(count -> count.matches("\\d{1,9}"))
                .mapToLong(Long::parseLong)
                .sum();
        return Math.max(1, events);
    }

    private void add(TroubleTally.Key key, long count, Subject subject, String words) {
        OptionalLong pid = subject.pid();
        if (pid.isPresent()) {
            job = known.of(subject.host().orElse(""), pid.getAsLong()).or(() -> job);
        }
        Told told = new Told(subject.rank(), words, EpochNanos.of(now));
        tally.add(job, key, count, told, now);
    }
}
