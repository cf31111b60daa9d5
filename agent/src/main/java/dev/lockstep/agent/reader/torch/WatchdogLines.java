// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.GroupProgress;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Time-outs and the state of groups that follow them:
///
/// ```
/// … [Rank 2] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=22, OpType=ALLREDUCE, NumelIn=1, …) ran for
/// …
/// … [PG ID 0 PG GUID 0(default_pg) Rank 2]  failure detected by watchdog at work sequence id: 22 PG status: last
/// enqueued work: 22, last completed work: 21
/// ```
///
/// The first line does not name the group (before 2.4 nothing does); the second of the same process and number does.
/// `from  rank 6` in a dump signal names the one who told, not the one who did it.
final class WatchdogLines implements TorchFamily {
    private static final int SPEAKERS_MAX = 65_536;

    private static final Pattern WORK = Pattern.compile("WorkNCCL\\((.*?)Timeout\\(ms\\)\\s?=\\s?(\\d+)");
    private static final Pattern SEQ = Pattern.compile("SeqNum=(\\d+)");
    private static final Pattern OP = Pattern.compile("OpType=(\\w+)");
    private static final Pattern NUMEL_IN = Pattern.compile("NumelIn=(\\d+)");
    private static final Pattern SHAPE = Pattern.compile("TensorShape=(\\[[^\\]]*\\])");
    private static final Pattern STATUS = Pattern.compile(
            "[Ll]ast enqueued (?:NCCL )?work: ?(-?\\d+), (?:last started (?:NCCL )?work: ?(-?\\d+), )?last completed"
                    + " (?:NCCL )?work: ?(-?\\d+)");
    private static final Pattern AT_WORK = Pattern.compile("at (?:NCCL )?work(?: sequence id)?: ?(\\d+)");

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, TimedOut> timedOut = new LinkedHashMap<>();
    private final Set<String> told = new HashSet<>();
    private long doubled;

    private record TimedOut(TorchLine line, OptionalLong seq, Matcher work, String group, String groupName) {}

    WatchdogLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(TorchLine line) {
        String text = line.line().text();
        Matcher work = WORK.matcher(text);
        if (work.find() && (text.contains("ran for") || text.contains("imeout:"))) {
            timeout(line, work);
            return true;
        }
        Matcher status = STATUS.matcher(text);
        if (status.find()) {
            status(line, status, text);
            return true;
        }
        return text.contains("flight recorder dump signal") || text.contains("dump signal due to");
    }

    private void timeout(TorchLine line, Matcher work) {
        Matcher seq = SEQ.matcher(work.group(1));
        OptionalLong number = seq.find() ? longOf(seq.group(1)) : OptionalLong.empty();
        String key = line.speaker() + "|" + line.group() + "|" + number + "|" + word(OP, work.group(1));
        if (timedOut.containsKey(key)) {
            doubled += line.line().text().contains("Watchdog caught") && !isRepeatedByDesign(line) ? 1 : 0;
        } else if (timedOut.size() < SPEAKERS_MAX) {
            timedOut.put(key, new TimedOut(line, number, work, line.group(), line.groupName()));
        }
    }

    /// The watchdog says it again when it ends its thread.
    private static boolean isRepeatedByDesign(TorchLine line) {
        return line.line().text().contains("terminated with exception")
                || !line.line().text().contains("ProcessGroup");
    }

    private void status(TorchLine line, Matcher status, String text) {
        OptionalLong enqueued = longOf(status.group(1));
        OptionalLong started = status.group(2) == null ? OptionalLong.empty() : longOf(status.group(2));
        OptionalLong completed = longOf(status.group(3));
        Matcher at = AT_WORK.matcher(text);
        boolean isAt = at.find();
        boolean isBehind = enqueued.orElse(0) > completed.orElse(0);
        boolean isTimeout = isAt && isBehind;
        if (isAt) {
            nameGroup(line, longOf(at.group(1)), isBehind);
        }
        String key = line.speaker() + "|" + line.group() + "|" + enqueued + completed + isTimeout;
        if (told.size() < SPEAKERS_MAX && told.add(key)) {
            out.accept(new GroupProgress(
                    line.subject(),
                    line.groupName(),
                    List.of(),
                    enqueued,
                    started,
                    completed,
                    isTimeout,
                    line.moment(),
                    line.source(file),
                    line.line().raw()));
        }
    }

    /// The process's time-out with that number belongs to this group.
    private void nameGroup(TorchLine line, OptionalLong seq, boolean isBehind) {
        if (line.group().isEmpty() || !isBehind) {
            return;
        }
        timedOut.replaceAll((key, before) -> {
            boolean isIts = before.group().isEmpty()
                    && before.seq().equals(seq)
                    && before.line().speaker().equals(line.speaker());
            return isIts
                    ? new TimedOut(before.line(), before.seq(), before.work(), line.group(), line.groupName())
                    : before;
        });
    }

    @Override
    public void end() {
        List<TimedOut> all = new ArrayList<>(timedOut.values());
        all.forEach(each -> out.accept(seen(each)));
        timedOut.clear();
        if (doubled > 0) {
            out.accept(Clue.context(
                            Signal.INFO_PARSED,
                            Severity.INFO,
                            Subject.NONE,
                            all.getFirst().line().source(file),
                            doubled + " lines stand twice")
                    .with("duplicates_dropped", doubled)
                    .of("doubled|" + file));
        }
    }

    private OperationSeen seen(TimedOut each) {
        String work = each.work().group(1);
        String shape = word(SHAPE, work);
        Subject subject = each.line().subject();
        subject = each.group().isEmpty() ? subject : subject.withGroup(each.group());
        String numelIn = word(NUMEL_IN, work);
        return new OperationSeen(
                subject,
                List.of(),
                word(OP, work),
                each.seq(),
                numelIn.isEmpty() ? shape : numelIn,
                OptionalInt.empty(),
                OperationSeen.State.TIMED_OUT,
                "pytorch",
                each.line().moment(),
                each.line().source(file),
                each.line().line().raw());
    }

    private static String word(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static OptionalLong longOf(String digits) {
        return digits.length() > 18 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(digits));
    }
}
