// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.text.RankTag;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.core.analysis.cause.end.ProcessEnd;
import dev.lockstep.core.analysis.cause.end.StepEnded;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Ranks that ended by themselves: killed by a signal, or by an exception of the program. A rank that its watchdog
/// ended (SIGABRT), that was told to end (SIGTERM, SIGINT), or whose exception tells of others, is a witness and is
/// left out.
///
/// ```
/// mpirun noticed that process rank 5 with PID 4242 on node n3 exited on signal 11 (Segmentation fault).
/// srun: error: n3: task 5: Segmentation fault (core dumped)
///   rank      : 12 (local_rank: 4)
///   exitcode  : -11 (pid: 4242)
/// [rank3]: ValueError: not a number in the loss
/// ```
final class EndLines {
    private static final Pattern MPIRUN = Pattern.compile(
            "process rank (\\d{1,7}) with PID (\\d{1,9}) on node (\\S+) exited on signal (\\d{1,2})\\b");
    private static final Pattern SRUN = Pattern.compile(
            "srun: error: ([\\w.-]+): tasks? ([\\d,-]{1,4096}): (Segmentation fault|Killed|Bus error|Illegal)");
    /// srun ends the other tasks; it says so after the task whose end is the reason.
    private static final String STEP_ENDED = "srun: Terminating StepId";
    /// `Worker proc VllmWorker-1 died unexpectedly`: counted inside one engine.
    private static final Pattern SERVING = Pattern.compile("Worker proc VllmWorker-(\\d{1,5}) died unexpectedly");
    private static final Pattern NODE = Pattern.compile("srun: error: Node failure on ([\\w.,\\[\\]-]{1,200})");
    /// Ray names the process by its address.
    private static final Pattern RAY = Pattern.compile(
            "Worker IP address: (\\S{1,64}) Worker port: \\d+ Worker PID: (\\d{1,9}) Worker exit type: SYSTEM_ERROR");
    private static final Pattern ELASTIC_RANK = Pattern.compile("^\\s*rank\\s*: (\\d{1,7}) \\(local_rank: \\d+\\)");
    private static final Pattern ELASTIC_EXIT = Pattern.compile("^\\s*exitcode\\s*: (-?\\d{1,4})\\b");
    /// DeepSpeed's launcher: `['python', '-u', 'train.py', '--local_rank=1'] exits with return code = -11`. It has
    /// ended the others by then, and knows no rank of the job.
    private static final Pattern DEEPSPEED =
            Pattern.compile("(?:--local_rank=(\\d{1,5}).{0,4096})?\\] exits with return code = -(\\d{1,3})\\b");
    private static final String FIRST = "Root Cause (first observed failure)";
    private static final Pattern EXCEPTION =
            Pattern.compile("^\\[rank\\d{1,7}\\]: ?([A-Za-z_][\\w.]*(?:Error|Exception|Interrupt|Exit))\\b:?(.*)");
    /// What an exception says that only tells of others.
    private static final Pattern OF_OTHERS =
            Pattern.compile("(?i)nccl|gloo|distributed|dist\\w*error|watchdog|timed? ?out|connection|broken"
                    + " ?pipe|interrupt|systemexit|store|collective|childfailed|cuda error|out ?of ?memory");
    /// Errors of Python itself are the program's, whatever words of its trade it says; only these tell of others.
    private static final Pattern OF_PYTHON = Pattern.compile(
            "(?:Assertion|Attribute|File\\w+|Import|Index|Key|ModuleNotFound|Name|NotImplemented|Permission|Type"
                    + "|UnicodeDecode|Value|ZeroDivision)Error");
    private static final Pattern OF_PEERS =
            Pattern.compile("(?i)nccl|gloo|watchdog|timed? ?out|connection|broken ?pipe");
    private static final Set<Integer> OWN_SIGNALS = Set.of(4, 7, 8, 9, 11);
    /// One of them stands in every line that matters.
    static final List<String> NEEDLES = List.of(
            "exited on signal",
            "srun: error",
            STEP_ENDED,
            "local_rank",
            "exitcode",
            "exits with return code",
            FIRST,
            "Error",
            "Exception",
            "died unexpectedly",
            "SYSTEM_ERROR");
    private static final int ENDS_MAX = 4096;

    private final String file;
    private final Consumer<Sighting> out;
    private final Set<String> told = new HashSet<>();
    private OptionalInt elasticRank = OptionalInt.empty();
    private boolean isFirst;

    EndLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        String text = line.text();
        if (NEEDLES.stream().noneMatch(text::contains)) {
            return;
        }
        Matcher mpirun = MPIRUN.matcher(text);
        Matcher srun = SRUN.matcher(text);
        Matcher exception = EXCEPTION.matcher(text);
        if (mpirun.find()) {
            if (OWN_SIGNALS.contains(Integer.parseInt(mpirun.group(4)))) {
                Subject subject = rank(mpirun.group(1)).withHost(mpirun.group(3));
                tell(line, subject.withPid(Long.parseLong(mpirun.group(2))), "signal " + mpirun.group(4));
            }
        } else if (srun.find()) {
            for (int task : Tasks.of(srun.group(2))) {
                tell(line, Subject.ofRank(task).withHost(srun.group(1)), srun.group(3));
            }
        } else if (text.contains(STEP_ENDED)) {
            if (!told.isEmpty()) {
                ended(line);
            }
        } else if (exception.find()) {
            OptionalInt rank = RankTag.in(text, text.length());
            boolean isOfPython = OF_PYTHON.matcher(exception.group(1)).matches();
            boolean isOwn = !(isOfPython ? OF_PEERS : OF_OTHERS)
                    .matcher(exception.group(1) + exception.group(2))
                    .find();
            if (isOwn && rank.isPresent()) {
                tell(line, Subject.ofRank(rank.getAsInt()), exception.group(1));
            }
        } else if (!elsewhere(line, text)) {
            elastic(line, text);
        }
    }

    /// What schedulers and serving engines say.
    private boolean elsewhere(Line line, String text) {
        Matcher serving = SERVING.matcher(text);
        Matcher node = NODE.matcher(text);
        Matcher ray = RAY.matcher(text);
        Matcher deepspeed = DEEPSPEED.matcher(text);
        if (serving.find()) {
            tell(line, rank(serving.group(1)), "its executor found it dead");
        } else if (node.find()) {
            tell(line, Subject.ofHost(node.group(1)), "the node failed");
            ended(line);
        } else if (deepspeed.find()) {
            int signal = Integer.parseInt(deepspeed.group(2));
            if (OWN_SIGNALS.contains(signal)) {
                Subject host = line.host().isEmpty() ? Subject.NONE : Subject.ofHost(line.host());
                String local = deepspeed.group(1) == null ? "" : ", local rank " + deepspeed.group(1);
                tell(line, host, "signal " + signal + local);
                ended(line);
            }
        } else if (ray.find()) {
            Subject process = Subject.ofHost(ray.group(1)).withPid(Long.parseLong(ray.group(2)));
            tell(line, process, "Ray lost its worker");
        } else {
            return false;
        }
        return true;
    }

    private void elastic(Line line, String text) {
        Matcher rank = ELASTIC_RANK.matcher(text);
        Matcher exit = ELASTIC_EXIT.matcher(text);
        if (text.contains(FIRST)) {
            isFirst = true;
        } else if (rank.find()) {
            elasticRank = OptionalInt.of(Integer.parseInt(rank.group(1)));
        } else if (exit.find() && elasticRank.isPresent()) {
            int code = Integer.parseInt(exit.group(1));
            if (code < 0 && OWN_SIGNALS.contains(-code)) {
                tell(line, Subject.ofRank(elasticRank.getAsInt()), "signal " + -code);
                if (isFirst) {
                    ended(line);
                }
            }
            isFirst = false;
            elasticRank = OptionalInt.empty();
        }
    }

    private void ended(Line line) {
        out.accept(new StepEnded(new Source(file, line.number()), line.raw().strip()));
    }

    private static Subject rank(String digits) {
        return Subject.ofRank(Integer.parseInt(digits));
    }

    private static String who(Subject subject) {
        return subject.rank().isPresent() ? "rank " + subject.rank().getAsInt() : subject.toString();
    }

    private void tell(Line line, Subject subject, String how) {
        if (told.size() < ENDS_MAX && told.add(who(subject))) {
            out.accept(new ProcessEnd(
                    subject,
                    how,
                    Stamps.any(line.raw()),
                    new Source(file, line.number()),
                    line.raw().strip()));
        }
    }
}
