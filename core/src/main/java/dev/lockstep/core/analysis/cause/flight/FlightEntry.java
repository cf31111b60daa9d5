// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One operation in a dump.
///
/// @param localGroup the group's id on this rank
/// @param group the group's job-wide name; empty if the version does not write it
/// @param sequence number of the collective in the group
/// @param pointSequence number of the point-to-point operation in the group
/// @param name `nccl:all_reduce`, `nccl:send 0->3`; ranks in it are group ranks
/// @param types of the elements, going in and coming out
/// @param createdNanos wall clock of the rank
public record FlightEntry(
        long localGroup,
        String group,
        String description,
        long sequence,
        long pointSequence,
        String name,
        Sizes sizes,
        String types,
        State state,
        boolean isPointToPoint,
        long createdNanos) {
    private static final Pattern POINT = Pattern.compile("(?:\\w+:)?(send|recv) (\\d{1,9})(->|<-)(\\d{1,9})");

    /// Shapes as text, `[[1025]]`.
    public record Sizes(String in, String out) {}

    /// How far it came.
    public enum State {
        /// The host handed it over.
        SCHEDULED,
        /// The GPU runs it. Only known where timing is on.
        STARTED,
        /// Done.
        COMPLETED
    }

    /// One end of a point-to-point operation, in group ranks.
    record Point(boolean isSend, int source, int destination) {
        boolean matches(Point other) {
            return isSend != other.isSend && source == other.source && destination == other.destination;
        }
    }

    /// The operation without the backend's name: `all_reduce`.
    public String operation() {
        int colon = name.indexOf(':');
        String plain = colon < 0 ? name : name.substring(colon + 1);
        int blank = plain.indexOf(' ');
        return blank < 0 ? plain : plain.substring(0, blank);
    }

    /// The operation as people know it, where PyTorch uses a name of its own: `ALLGATHER (_all_gather_base)`.
    static String known(String operation) {
        return switch (operation) {
            case "_all_gather_base", "all_gather_into_tensor" -> "ALLGATHER (" + operation + ")";
            case "_reduce_scatter_base", "reduce_scatter_tensor" -> "REDUCE_SCATTER (" + operation + ")";
            default -> operation;
        };
    }

    /// Whether somebody still waits in it.
    boolean isOpen() {
        return state != State.COMPLETED;
    }

    /// Its ends if it is a send or receive; otherwise empty.
    List<Point> point() {
        Matcher matcher = POINT.matcher(name);
        if (!matcher.matches()) {
            return List.of();
        }
        int first = Integer.parseInt(matcher.group(2));
        int second = Integer.parseInt(matcher.group(4));
        boolean isForward = matcher.group(3).equals("->");
        return List.of(
                new Point(matcher.group(1).equals("send"), isForward ? first : second, isForward ? second : first));
    }
}
