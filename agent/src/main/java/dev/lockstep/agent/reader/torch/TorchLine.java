// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.torch;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who speaks in a line of PyTorch, in every version's way of saying it; a progress bar may stand before it.
///
/// @param rank world rank, from `[rankN]:`, damaged or not
/// @param groupRank rank in the group
/// @param group job-wide name of the group: its GUID, else its id; empty if not printed
/// @param groupName what the program called it: `default_pg`
record TorchLine(Line line, OptionalInt rank, OptionalInt groupRank, String group, String groupName) {
    private static final Pattern WORLD = Pattern.compile("\\[(?:rank|Rank)\\s?(\\d{1,7})(?:\\[?\\]?\\[?\\]?:)");
    private static final Pattern GROUP = Pattern.compile(
            "\\[PG (?:ID )?(\\w+)(?: PG GUID ([^\\s(\\]]+)\\s?(?:\\(([^)\\]]*)\\))?)? ?Rank (\\d{1,7})\\]");
    private static final Pattern RANK = Pattern.compile("\\[Rank (\\d{1,7})\\](?!:)");

    private static final Pattern ERROR = Pattern.compile("\\[[EF]\\d{0,4} |Error\\b|Exception\\b");

    static TorchLine of(Line line) {
        String text = line.text();
        OptionalInt world = first(WORLD, text);
        Matcher group = GROUP.matcher(text);
        if (group.find()) {
            String guid = group.group(2) == null ? group.group(1) : group.group(2);
            String name = group.group(3) == null ? "" : group.group(3);
            return new TorchLine(line, world, number(group.group(4)), guid, name);
        }
        return new TorchLine(line, world, first(RANK, text), "", "");
    }

    private static OptionalInt first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? number(matcher.group(1)) : OptionalInt.empty();
    }

    private static OptionalInt number(String digits) {
        return OptionalInt.of(Integer.parseInt(digits));
    }

    /// The rank, by its world number if there is one. Before `[rankN]:` (2.3) there is only the rank in a group that is
    /// not named either; it is taken for the world's, as is the launcher's task number before it.
    Subject subject() {
        Subject subject = Subject.NONE;
        if (rank.isPresent()) {
            subject = subject.withRank(rank.getAsInt());
        } else if (line.task().isPresent() && groupRank.isPresent()) {
            subject = subject.withRank(line.task().getAsInt());
        } else if (groupRank.isPresent() && isWholeWorld()) {
            subject = subject.withRank(groupRank.getAsInt());
        }
        subject = groupRank.isPresent() ? subject.withGroupRank(groupRank.getAsInt()) : subject;
        subject = line.host().isEmpty() ? subject : subject.withHost(line.host());
        return group.isEmpty() ? subject : subject.withGroup(group);
    }

    /// Whether glog's level, or an exception, says that it is an error. A store that is gone at the end of a
    /// job is told as a warning.
    boolean isError() {
        return ERROR.matcher(line.text()).find();
    }

    private boolean isWholeWorld() {
        return group.isEmpty() || group.equals("0") || groupName.equals("default_pg");
    }

    /// One key for each process that speaks.
    String speaker() {
        return rank.isPresent()
                ? "w" + rank.getAsInt()
                : "g" + groupRank.orElse(-1) + "/" + line.task().orElse(-1);
    }

    Optional<Moment> moment() {
        Optional<Moment> glog = Stamps.glog(line.text());
        return glog.isPresent() ? glog : Stamps.dateTime(line.raw());
    }

    Source source(String file) {
        return new Source(file, line.number());
    }
}
