// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.CommunicatorInit;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The life cycle of communicators: `Init START`, `Init COMPLETE`, `Init timings`, `Destroy` and `Abort COMPLETE`, in
/// the words of 2.4 to 2.33. The last stage of each rank of each communicator is what is told.
final class InitLines implements NcclFamily {
    private static final int RANKS_MAX = 65_536;

    private static final Pattern RANK = Pattern.compile("\\brank (\\d+) n?ranks (\\d+)\\b");
    private static final Pattern COMM = Pattern.compile("\\bcomm (0x[0-9a-fA-F]+)");
    private static final Pattern COMM_ID = Pattern.compile("\\bcommId (0x[0-9a-fA-F]+)");
    private static final Pattern SPLIT =
            Pattern.compile("\\bparent (0x[0-9a-fA-F]+) splitCount (\\d{1,9}) color (-?\\d{1,10})");
    private static final Pattern TIMINGS =
            Pattern.compile("rank (\\d+) n?ranks (\\d+) total ([\\d.]+)(?: \\((.*)\\))?");

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, CommunicatorInit> last = new LinkedHashMap<>();
    private final Set<String> open = new HashSet<>();
    private final SlowInits slow;
    private long damaged;
    private Source firstDamaged;

    InitLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
        this.slow = new SlowInits(file, out);
        this.firstDamaged = Source.of(file);
    }

    @Override
    public boolean takes(NcclLine line) {
        String message = line.message();
        if (message.contains("Init timings")) {
            Matcher timings = TIMINGS.matcher(message);
            if (timings.find()) {
                slow.add(line, timings);
            }
            return true;
        }
        CommunicatorInit.Stage stage = stage(message);
        if (stage == null) {
            return false;
        }
        Matcher rank = RANK.matcher(message);
        Matcher comm = COMM.matcher(message);
        if (!rank.find() || !comm.find()) {
            damaged(line);
            return true;
        }
        keep(line, stage, number(rank.group(1)), number(rank.group(2)), comm.group(1));
        if (isMisspelt(message)) {
            damaged(line);
        }
        return true;
    }

    private void keep(NcclLine line, CommunicatorInit.Stage stage, int rank, int ranks, String comm) {
        Matcher id = COMM_ID.matcher(line.message());
        String pointer = line.process() + "|" + comm;
        CommunicatorInit before = last.get(pointer);
        if (before == null && last.size() >= RANKS_MAX) {
            return;
        }
        if (stage == CommunicatorInit.Stage.STARTED) {
            open.add(line.process());
        }
        String group = id.find()
                ? id.group(1)
                : before == null
                        ? split(line, ranks).orElse(comm)
                        : before.subject().group().orElse(comm);
        Subject subject = line.subject().withGroup(group).withGroupRank(rank);
        last.put(
                pointer,
                new CommunicatorInit(
                        subject,
                        ranks > 0 ? OptionalInt.of(ranks) : OptionalInt.empty(),
                        stage,
                        line.moment(),
                        line.source(file),
                        line.line().raw()));
    }

    /// From 2.24 on a split prints no id: it is known by its parent, or in one text by what all its ranks print alike.
    private Optional<String> split(NcclLine line, int ranks) {
        Matcher split = SPLIT.matcher(line.message());
        if (!split.find()) {
            return Optional.empty();
        }
        String parent = idOf(line, split.group(1));
        String of = parent.isEmpty() ? file + " of " + ranks : parent;
        return Optional.of("split " + split.group(2) + " colour " + split.group(3) + " in " + of);
    }

    /// The job-wide id of a communicator that this process knows by a pointer; empty if it was not printed.
    String idOf(NcclLine line, String pointer) {
        CommunicatorInit init = last.get(line.process() + "|" + pointer);
        String id = init == null ? "" : init.subject().group().orElse("");
        return id.equals(pointer) ? "" : id;
    }

    /// A process that connected its rings, or calls collectives, is through with what it began.
    void progressed(NcclLine line) {
        if (open.isEmpty() || !open.remove(line.process())) {
            return;
        }
        String prefix = line.process() + "|";
        last.replaceAll((pointer, init) -> pointer.startsWith(prefix) && init.stage() == CommunicatorInit.Stage.STARTED
                ? new CommunicatorInit(
                        init.subject(),
                        init.ranks(),
                        CommunicatorInit.Stage.COMPLETED,
                        init.moment(),
                        init.source(),
                        init.excerpt())
                : init);
    }

    private static CommunicatorInit.@Nullable Stage stage(String message) {
        if (message.contains("Init START")) {
            return CommunicatorInit.Stage.STARTED;
        }
        if (message.contains("Init COMPLETE")) {
            return CommunicatorInit.Stage.COMPLETED;
        }
        if (message.contains("Destroy COMPLETE") || message.contains("Finalize COMPLETE")) {
            return CommunicatorInit.Stage.DESTROYED;
        }
        return message.contains("Abort COMPLETE") ? CommunicatorInit.Stage.ABORTED : null;
    }

    /// A text recogniser, or a hand that retyped, leaves its traces in the key words.
    private static boolean isMisspelt(String message) {
        return message.contains("CommInitRank") && !message.contains("ncclCommInitRank");
    }

    private void damaged(NcclLine line) {
        if (damaged++ == 0) {
            firstDamaged = line.source(file);
        }
    }

    private static int number(String digits) {
        return digits.length() > 8 ? -1 : Integer.parseInt(digits);
    }

    @Override
    public void end() {
        last.values().forEach(out);
        last.clear();
        slow.end();
        if (damaged > 0) {
            out.accept(Clue.context(
                            Signal.TELEMETRY_MALFORMED,
                            Severity.INFO,
                            Subject.NONE,
                            firstDamaged,
                            damaged + " damaged init lines; rank and number of ranks best effort or unknown")
                    .with("lines_damaged", damaged)
                    .of("damaged-init|" + file));
        }
    }
}
