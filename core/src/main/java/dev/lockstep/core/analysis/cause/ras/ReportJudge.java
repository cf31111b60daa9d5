// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.ras.RasComm.Missing;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The polls of one job, in order. The last one says what holds now; those before it say whether it stays.
final class ReportJudge {
    /// Ranks that are believed to be missing in one communicator; RAS names no more than ten itself.
    private static final int MISSING_MAX = 64;

    private final List<RasReport> polls;
    private final RasReport last;
    private final List<Conclusion> conclusions = new ArrayList<>();
    private final Set<String> gone = new LinkedHashSet<>();

    ReportJudge(List<RasReport> polls) {
        this.polls = polls;
        this.last = polls.getLast();
    }

    List<Conclusion> judge() {
        last.dead().forEach(process -> process("", process, process.subject(""), true));
        if (last.dead().isEmpty() && last.unnamedDead() > 0) {
            conclusions.add(conclusion(
                            Signal.RAS_RANK_DEAD,
                            Severity.P0,
                            "ras|dead",
                            last.unnamedDead() + " processes are dead or unreachable; RAS does not name so many.")
                    .with("dead", last.unnamedDead()));
        }
        last.comms().forEach(this::comm);
        last.missing().forEach(process -> process("", process, process.subject(""), false));
        recovered();
        damages();
        boolean isSilent = conclusions.stream()
                .noneMatch(conclusion -> !conclusion.signal().isAboutInput());
        if (isSilent
                && last.comms().isEmpty()
                && last.groups().stream().anyMatch(group -> !group.errors().equals("OK"))) {
            conclusions.add(untold());
        } else if (isSilent && last.notes().isEmpty() && last.isQuiet()) {
            return conclusions;
        } else if (isSilent) {
            conclusions.add(healthy());
        } else if (!last.notes().isEmpty()) {
            conclusions.add(
                    noted(conclusion(Signal.INFO_PARSED, Severity.INFO, "ras|notes", String.join(" ", last.notes()))));
        }
        ending();
        others();
        return conclusions;
    }

    private void comm(RasComm comm) {
        if (isAbsurd(comm)) {
            conclusions.add(malformed(
                    comm.hash(),
                    "Communicator " + comm.id() + " cannot be: " + comm.missingCount() + " ranks missing, "
                            + ranks(comm.missing()) + "; RAS up to 2.27.3 shows damaged memory so. Left out."));
            return;
        }
        comm.missing().stream()
                .limit(MISSING_MAX)
                .filter(Missing::isSilent)
                .forEach(missing ->
                        process(comm.id(), missing.process(), last.subject(comm, missing.process()), missing.isDead()));
        comm.failures().forEach(failure -> conclusions.add(FailureJudge.judge(comm, failure, last)));
        boolean isPassing = !comm.statusCounts().isEmpty()
                || comm.status().equals("FINALIZE")
                || comm.status().equals("INIT")
                || comm.status().equals("ABORT");
        boolean isEnding = comm.status().equals("FINALIZE") || comm.status().equals("ABORT");
        if (isPassing
                && (isEnding || !comm.counts().isEmpty() || !comm.statusCounts().isEmpty())) {
            conclusions.add(passing(comm));
            return;
        }
        Mismatch.in(comm).ifPresent(found -> conclusions.add(MismatchJudge.judge(comm, found, polls)));
    }

    private static String ranks(List<Missing> missing) {
        return "named "
                + missing.stream().map(one -> one.process().named()).limit(4).toList();
    }

    /// A rank over the communicator's size, or more missing than the job has GPUs.
    private boolean isAbsurd(RasComm comm) {
        long size = comm.size().isPresent() && comm.size().getAsInt() > 0
                ? comm.size().getAsInt()
                : last.gpus().orElse(Integer.MAX_VALUE);
        boolean overSize = comm.missing().stream()
                .anyMatch(missing -> missing.process().rank().orElse(0) >= size
                        || missing.process().rank().orElse(0) < 0);
        boolean overJob =
                last.gpus().isPresent() && comm.missingCount() > last.gpus().getAsInt();
        boolean overComm = comm.size().isPresent()
                && comm.missingCount() > Math.max(1, comm.size().getAsInt());
        return overSize
                || overJob
                || overComm
                || (comm.size().isPresent() && comm.size().getAsInt() <= 0);
    }

    /// One conclusion a process, however many communicators miss it.
    private void process(String comm, RasProcess process, Subject subject, boolean isDead) {
        if (!gone.add(process.key())) {
            return;
        }
        boolean stays = polls.size() > 1 && wasGone(polls.get(polls.size() - 2), process);
        Conclusion conclusion = conclusion(
                        isDead ? Signal.RAS_RANK_DEAD : Signal.RAS_RANK_MISSING,
                        isDead ? Severity.P0 : Severity.P1,
                        "ras|" + process.key(),
                        EventJudge.capital(process.named())
                                + (isDead
                                        ? " is dead or unreachable: RAS has given it up."
                                        : " does not answer RAS" + (stays ? " in two polls." : ".")))
                .blaming(List.of(subject))
                .sure(isDead || stays ? 0.9 : 0.75)
                .next("See whether the process lives: ssh " + process.host().orElse("HOST") + " ps -p "
                        + (process.pid().isPresent() ? process.pid().getAsLong() : "PID"));
        conclusion = comm.isEmpty() ? conclusion : conclusion.with("comm", comm);
        conclusions.add(EventJudge.with(conclusion, process));
    }

    private static boolean wasGone(RasReport report, RasProcess process) {
        return processes(report).containsKey(process.key());
    }

    private static Map<String, RasProcess> processes(RasReport report) {
        Map<String, RasProcess> all = new LinkedHashMap<>();
        report.dead().forEach(process -> all.putIfAbsent(process.key(), process));
        report.missing().forEach(process -> all.putIfAbsent(process.key(), process));
        report.comms().stream()
                .flatMap(comm -> comm.missing().stream())
                .filter(Missing::isSilent)
                .map(Missing::process)
                .forEach(process -> all.putIfAbsent(process.key(), process));
        return all;
    }

    /// Missing in an earlier poll and there in the last, or apart then and together now.
    private void recovered() {
        if (polls.size() < 2) {
            return;
        }
        RasReport before = polls.get(polls.size() - 2);
        Map<String, RasProcess> now = processes(last);
        processes(before).forEach((key, process) -> {
            if (!now.containsKey(key)) {
                conclusions.add(conclusion(
                                Signal.RAS_TRANSIENT,
                                Severity.INFO,
                                "ras|" + key,
                                EventJudge.capital(process.named()) + " was missing in one poll and answers again.")
                        .sure(0.85));
            }
        });
        for (RasComm comm : before.comms()) {
            Optional<RasComm> later = same(last, comm);
            boolean wasApart =
                    Mismatch.in(comm).isPresent() || !comm.statusCounts().isEmpty();
            if (wasApart
                    && (later.isEmpty()
                            || (Mismatch.in(later.get()).isEmpty()
                                    && later.get().statusCounts().isEmpty()))) {
                conclusions.add(conclusion(
                                Signal.RAS_TRANSIENT,
                                Severity.INFO,
                                "ras|" + comm.hash(),
                                "The ranks of communicator " + comm.id() + " were apart in one poll and are together in"
                                        + " the next: it runs.")
                        .sure(0.85)
                        .with("comm", comm.id()));
            }
        }
    }

    static Optional<RasComm> same(RasReport report, RasComm comm) {
        return report.comms().stream()
                .filter(other -> other.hash().equals(comm.hash()))
                .findFirst();
    }

    /// Being made or torn down: normal unless it stays.
    private Conclusion passing(RasComm comm) {
        boolean stays = polls.size() > 1
                && same(polls.get(polls.size() - 2), comm)
                        .map(before -> before.status().equals(comm.status())
                                && before.statusCounts().equals(comm.statusCounts()))
                        .orElse(false);
        boolean isInit = comm.status().equals("INIT") || comm.statusCounts().containsKey("INIT");
        if (!stays) {
            return conclusion(
                            Signal.RAS_TRANSIENT,
                            Severity.INFO,
                            "ras|" + comm.hash(),
                            "Communicator " + comm.id() + " is being " + (isInit ? "made" : "torn down")
                                    + ": its ranks have different status. Normal if the next poll shows it over.")
                    .with("comm", comm.id())
                    .with("status_counts", comm.statusCounts())
                    .next("Poll once more in a minute: ncclras -v");
        }
        return conclusion(
                        isInit ? Signal.INIT_STUCK : Signal.HANG_UNKNOWN,
                        Severity.P1,
                        "ras|" + comm.hash(),
                        "Communicator " + comm.id() + " has stood in " + (isInit ? "initialisation" : "teardown")
                                + " for two polls: some ranks have not followed.")
                .blaming(List.of())
                .witnessedBy(comm.statusOutliers().stream()
                        .map(process -> process.subject(comm.id()))
                        .toList())
                .with("comm", comm.id())
                .with("status_counts", comm.statusCounts());
    }

    private void damages() {
        last.damages().forEach(damage -> conclusions.add(malformed(damage, damage)));
        for (RasReport.Group group : last.groups()) {
            boolean isKnown = conclusions.stream().anyMatch(one -> one.signal() == Signal.TELEMETRY_MALFORMED);
            if (group.isAbsurd() && !isKnown) {
                conclusions.add(malformed(
                        "group" + group.index(),
                        "Group " + group.index() + " of the table has " + group.nodes() + " nodes and "
                                + group.ranksPerComm() + " ranks: damaged, left out."));
            }
        }
    }

    private Conclusion malformed(String key, String sentence) {
        return conclusion(Signal.TELEMETRY_MALFORMED, Severity.INFO, "ras|malformed|" + key, sentence)
                .sure(0.9);
    }

    /// The table complains, and the sections that say of whom are cut off.
    private Conclusion untold() {
        boolean isMissing =
                last.groups().stream().anyMatch(group -> group.errors().contains("INCOMPLETE"));
        return conclusion(
                        isMissing ? Signal.RAS_RANK_MISSING : Signal.RAS_STRAGGLER,
                        isMissing ? Severity.P1 : Severity.P2,
                        "ras|table",
                        "The table of communicators shows " + (isMissing ? "missing ranks" : "a mismatch")
                                + "; the sections that name them are not in the input.")
                .sure(0.6)
                .next("Get the whole report: ncclras -v");
    }

    /// Running and equal: which proves that the hosts have launched, and nothing more.
    private Conclusion healthy() {
        List<Integer> sizes = new ArrayList<>();
        last.groups().stream().filter(group -> !group.isAbsurd()).forEach(group -> sizes.add(group.ranksPerComm()));
        last.comms()
                .forEach(comm -> comm.size().ifPresent(size -> {
                    if (!sizes.contains(size)) {
                        sizes.add(size);
                    }
                }));
        return noted(conclusion(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "ras|healthy",
                        "RAS finds every rank, and all have launched equally many operations. That does not prove that"
                                + " any of them completes.")
                .with("ras", "equal")
                .with("comm_sizes", sizes)
                .with(
                        "status",
                        last.groups().stream()
                                .map(RasReport.Group::status)
                                .distinct()
                                .toList())
                .with(
                        "errors",
                        last.groups().stream()
                                .map(RasReport.Group::errors)
                                .distinct()
                                .toList()));
    }

    private Conclusion noted(Conclusion conclusion) {
        Conclusion with =
                last.gpus().isPresent() ? conclusion.with("ranks", last.gpus().getAsInt()) : conclusion;
        return last.notes().isEmpty() ? with : with.with("notes", last.notes());
    }

    /// Communicators that only the table tells of, and that are all being torn down.
    private void ending() {
        last.groups().stream()
                .filter(group -> group.errors().equals("OK"))
                .filter(group ->
                        group.status().equals("FINALIZE") || group.status().equals("ABORT"))
                .forEach(group -> conclusions.add(conclusion(
                                Signal.RAS_TRANSIENT,
                                Severity.INFO,
                                "ras|group|" + group.index(),
                                group.comms() + " communicators of " + group.ranksPerComm()
                                        + " ranks are being torn down (" + group.status()
                                        + "). Normal if the next poll shows it over.")
                        .next("Poll once more in a minute: ncclras -v")));
    }

    /// Communicators beside a passing one that are well.
    private void others() {
        boolean isPassing = conclusions.stream().anyMatch(one -> one.signal() == Signal.RAS_TRANSIENT);
        List<String> well = last.groups().stream()
                .filter(group -> group.errors().equals("OK"))
                .map(group -> group.comms() + " of " + group.ranksPerComm() + " ranks " + group.status())
                .toList();
        boolean isTold = conclusions.stream().anyMatch(one -> one.signal() == Signal.INFO_PARSED);
        if (isPassing && !well.isEmpty() && !isTold) {
            conclusions.add(conclusion(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            "ras|others",
                            "Communicators without complaint: " + String.join(", ", well) + ".")
                    .with("communicators", well));
        }
    }

    private Conclusion conclusion(Signal signal, Severity severity, String incident, String sentence) {
        return Conclusion.of(signal, severity, incident, sentence)
                .sure(0.8)
                .restingOn(polls.stream()
                        .map(report -> new Exhibit(report.source(), Optional.empty(), summary(report)))
                        .toList());
    }

    private static String summary(RasReport report) {
        return "RAS report" + (report.time().isEmpty() ? "" : " of " + report.time()) + ", "
                + report.comms().size() + " communicators with remarks";
    }
}
