// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Ranks of one communicator that have launched different numbers of operations. One poll shows a moment; two polls
/// show whether it stands still (a hang), grows (a straggler) or moves on (normal).
final class MismatchJudge {
    private MismatchJudge() {}

    static Conclusion judge(RasComm comm, Mismatch now, List<RasReport> polls) {
        Optional<Mismatch> before = polls.size() < 2
                ? Optional.empty()
                : ReportJudge.same(polls.get(polls.size() - 2), comm).flatMap(Mismatch::in);
        if (before.isEmpty()) {
            boolean wasEqual = polls.size() > 1;
            return straggler(comm, now, polls, now.lag() > 1 && !wasEqual ? Severity.P1 : Severity.P2)
                    .next("Poll once more in a minute: only a mismatch that stays is a fault.");
        }
        Mismatch then = before.get();
        if (then.isSameAs(now)) {
            return hang(comm, now, polls);
        }
        boolean isSameLaggard =
                then.blamed().equals(now.blamed()) && !now.blamed().isEmpty();
        if (isSameLaggard && now.lag() > then.lag()) {
            return straggler(comm, now, polls, Severity.P1)
                    .with("lag_before", then.lag())
                    .sure(0.85);
        }
        return base(
                        comm,
                        now,
                        polls,
                        Signal.RAS_TRANSIENT,
                        "The ranks of communicator " + comm.id() + " are " + now.lag()
                                + " operations apart, and the counts move from poll to poll: it runs.")
                .withSeverity(Severity.INFO)
                .blaming(List.of())
                .sure(0.85);
    }

    private static Conclusion straggler(RasComm comm, Mismatch now, List<RasReport> polls, Severity severity) {
        String who = now.blamed().isEmpty()
                ? now.lagging() + " of " + now.total() + " ranks, which RAS does not name,"
                : names(now.blamed());
        return base(
                        comm,
                        now,
                        polls,
                        Signal.RAS_STRAGGLER,
                        EventJudge.capital(who) + " of communicator " + comm.id()
                                + (now.lagging() == 1 ? " lags" : " lag") + " behind by " + now.lag()
                                + " operations (" + now.words() + ")."
                                + (now.blamed().isEmpty() ? " The ranks that RAS lists are ahead." : ""))
                .withSeverity(severity)
                .sure(0.7);
    }

    private static Conclusion hang(RasComm comm, Mismatch now, List<RasReport> polls) {
        boolean isNamed = !now.blamed().isEmpty();
        String who = isNamed
                ? names(now.blamed())
                : now.lagging() + " of " + now.total() + " ranks, which RAS does not name,";
        return base(
                        comm,
                        now,
                        polls,
                        Signal.HANG_RANK_NOT_ENTERED,
                        EventJudge.capital(who) + " of communicator " + comm.id()
                                + (now.lagging() == 1 ? " stands at " : " stand at ") + now.words()
                                + " in two polls: the others wait for the next operation.")
                .sure(isNamed ? 0.9 : 0.7)
                .with("evidence", "RAS lag of " + now.lag() + " identical in 2 polls");
    }

    private static Conclusion base(RasComm comm, Mismatch now, List<RasReport> polls, Signal signal, String sentence) {
        RasReport last = polls.getLast();
        List<Subject> culprits = now.blamed().stream()
                .map(process -> last.subject(comm, process))
                .toList();
        Conclusion conclusion = Conclusion.of(signal, Severity.P0, "ras|" + comm.hash(), sentence)
                .blaming(culprits)
                .witnessedBy(now.ahead().stream()
                        .map(process -> last.subject(comm, process))
                        .toList())
                .restingOn(exhibits(comm, polls))
                .with("comm", comm.id())
                .with("op", now.function())
                .with("lag", now.lag())
                .with("lagging_ranks", now.lagging());
        if (comm.size().isPresent()) {
            conclusion = conclusion.with("comm_size", comm.size().getAsInt());
        }
        if (!now.ahead().isEmpty()) {
            conclusion = conclusion.with(
                    "waiting_ranks",
                    now.ahead().stream()
                            .map(process ->
                                    process.rank().isPresent() ? process.rank().getAsInt() : -1)
                            .toList());
        }
        return now.blamed().size() == 1
                ? EventJudge.with(conclusion, now.blamed().getFirst())
                : conclusion;
    }

    private static String names(List<RasProcess> processes) {
        return String.join(
                ", ", processes.stream().map(RasProcess::named).limit(10).toList());
    }

    private static List<Exhibit> exhibits(RasComm comm, List<RasReport> polls) {
        List<Exhibit> exhibits = new ArrayList<>();
        for (RasReport report : polls) {
            ReportJudge.same(report, comm)
                    .flatMap(Mismatch::in)
                    .ifPresent(found -> exhibits.add(new Exhibit(
                            report.source(),
                            Optional.empty(),
                            "communicator " + comm.id() + ": " + found.lagging() + " ranks at " + found.words())));
        }
        return exhibits;
    }
}
