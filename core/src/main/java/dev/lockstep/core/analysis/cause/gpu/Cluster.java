// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Fatality;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Kind;
import dev.lockstep.core.analysis.clue.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Messages about one GPU or switch that belong together in time, in the order of time, and the first cause among them.
final class Cluster {
    /// Messages further apart are two things.
    static final long APART_MILLIS = 600_000;

    final String host;
    final String pci;
    final List<GpuEvent> events = new ArrayList<>();

    Cluster(String host, String pci) {
        this.host = host;
        this.pci = pci;
    }

    /// The message that the others follow from: one that no other message causes; a fault of hardware rather than one
    /// of the application, which often is only the first to notice.
    GpuEvent root() {
        return events.stream()
                .filter(event ->
                        !isFollowUp(event) && !isOf(event, Xid.Family.APPLICATION) && !isOf(event, Xid.Family.NOTICE))
                .findFirst()
                .or(() -> events.stream().filter(event -> !isFollowUp(event)).findFirst())
                .orElse(events.getFirst());
    }

    /// Number of the Xid that is the root, also where only its consequences name it.
    OptionalInt rootNumber() {
        GpuEvent root = root();
        if (isFollowUp(root)) {
            return events.stream()
                    .map(GpuEvent::causedBy)
                    .filter(OptionalInt::isPresent)
                    .findFirst()
                    .orElse(OptionalInt.empty());
        }
        return root.number();
    }

    /// Whether only consequences were seen, and none of them says of what.
    boolean isRootless() {
        return isFollowUp(root()) && rootNumber().isEmpty();
    }

    /// Whether the root is known from its consequences only.
    boolean isToldByOthers() {
        return isFollowUp(root()) && rootNumber().isPresent();
    }

    static boolean isFollowUp(GpuEvent event) {
        return isOf(event, Xid.Family.FOLLOW_UP);
    }

    private static boolean isOf(GpuEvent event, Xid.Family family) {
        return event.kind() == Kind.XID
                && event.number().isPresent()
                && Xid.of(event.number().getAsInt()).family() == family;
    }

    Kind kind() {
        boolean isOffBus = events.stream().anyMatch(event -> event.kind() == Kind.OFF_BUS || event.isXid(79));
        return isOffBus ? Kind.OFF_BUS : root().kind();
    }

    /// Where the cause is to be looked for; a device's for all but Xids.
    Xid.Family family() {
        OptionalInt number = rootNumber();
        return root().kind() == Kind.XID && number.isPresent()
                ? Xid.of(number.getAsInt()).family()
                : Xid.Family.DEVICE;
    }

    Severity severity() {
        return switch (kind()) {
            case OFF_BUS, WEDGED -> Severity.P0;
            case SXID -> isFatal() ? Severity.P0 : Severity.P2;
            case XID -> xidSeverity();
        };
    }

    private Severity xidSeverity() {
        if (isRootless()) {
            return Severity.P2;
        }
        int number = rootNumber().orElse(0);
        Severity severity = Xid.of(number).severity();
        boolean isFabric = number >= 144 && number <= 150;
        if (!isFabric) {
            return severity;
        }
        if (events.stream().allMatch(event -> event.fatality() == Fatality.NONFATAL)) {
            return Severity.P2;
        }
        boolean killed = events.stream().anyMatch(event -> event.isXid(45));
        boolean isMild = root().fatality() == Fatality.NONFATAL;
        return isFatal() || (killed && !isMild) ? Severity.P0 : severity;
    }

    private boolean isFatal() {
        return events.stream().anyMatch(event -> event.fatality() == Fatality.FATAL);
    }

    /// All numbers in order of appearance.
    List<Integer> numbers() {
        return events.stream()
                .map(GpuEvent::number)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .distinct()
                .toList();
    }

    Set<Integer> links() {
        Set<Integer> links = new TreeSet<>();
        events.forEach(event -> event.link().ifPresent(links::add));
        return links;
    }

    /// When it began.
    Optional<Moment> moment() {
        return events.stream().flatMap(event -> event.moment().stream()).findFirst();
    }

    /// Whether the two can belong together: no known times that lie apart.
    boolean isNear(Cluster other) {
        Optional<Moment> mine = moment();
        Optional<Moment> theirs = other.moment();
        return mine.isEmpty()
                || theirs.isEmpty()
                || !mine.get().isComparableTo(theirs.get())
                || Math.abs(mine.get().millis() - theirs.get().millis()) <= APART_MILLIS;
    }
}
