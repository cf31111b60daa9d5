// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Kind;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The verdict over the driver's messages: one conclusion a fault, however many lines and GPUs tell of it.
public final class GpuRule implements Rule {
    /// What the driver says of containment errors: whether the GPU is to be reset.
    private static final Pattern RESET = Pattern.compile("\\bRST: (Yes|No)\\b");

    /// The only state is in the argument.
    public GpuRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<GpuEvent> events = sightings.of(GpuEvent.class);
        return events.isEmpty()
                ? List.of()
                : Cascade.fold(Clusters.of(events)).stream()
                        .map(GpuRule::conclusion)
                        .toList();
    }

    private static Conclusion conclusion(Cascade cascade) {
        Cluster root = cascade.root();
        Conclusion conclusion = Conclusion.of(
                        signal(root),
                        root.severity(),
                        "gpu|" + root.host + "|" + root.pci + "|"
                                + root.rootNumber().orElse(-1),
                        sentence(cascade))
                .blaming(Stream.concat(Stream.of(root), cascade.isShared() ? cascade.followers().stream() : Stream.of())
                        .map(GpuRule::subject)
                        .toList())
                .witnessedBy(
                        cascade.isShared()
                                ? List.of()
                                : cascade.followers().stream()
                                        .map(GpuRule::subject)
                                        .toList())
                .sure(root.isToldByOthers() || cascade.isShared() ? 0.75 : 0.9)
                .restingOn(exhibits(cascade))
                .next(Advice.of(root));
        return facts(conclusion, cascade);
    }

    private static Signal signal(Cluster root) {
        return switch (root.kind()) {
            case OFF_BUS -> Signal.GPU_FALLEN_OFF_BUS;
            case SXID -> Signal.NVSWITCH_SXID;
            case WEDGED -> Signal.GPU_WEDGED;
            case XID -> root.family() == Xid.Family.NVLINK ? Signal.GPU_NVLINK : Signal.GPU_XID;
        };
    }

    static String sentence(Cascade cascade) {
        Cluster root = cascade.root();
        String who = (root.kind() == Kind.SXID ? "NVSwitch " : "GPU ")
                + root.pci
                + (root.host.isEmpty() ? "" : " of " + root.host);
        String what = what(root);
        return who + " " + what + "." + followers(cascade);
    }

    private static String followers(Cascade cascade) {
        int count = cascade.followers().size();
        if (count == 0) {
            return "";
        }
        return cascade.isShared()
                ? " So do " + count + " more; which of them began it cannot be told."
                : " " + count + " more devices show its consequences.";
    }

    private static String what(Cluster root) {
        OptionalInt number = root.rootNumber();
        return switch (root.kind()) {
            case OFF_BUS -> "has fallen off the bus";
            case WEDGED -> "cannot be started or is locked";
            case SXID -> "reports SXid " + number.orElse(0);
            case XID ->
                number.isEmpty()
                        ? "cleaned up after an error (Xid 45 or 154) whose cause is not in this log"
                        : "reports Xid " + number.getAsInt() + ", "
                                + Xid.of(number.getAsInt()).name()
                                + (root.isToldByOthers() ? " (named by its consequences only)" : "");
        };
    }

    private static Subject subject(Cluster cluster) {
        Subject subject = Subject.NONE.withPci(cluster.pci);
        return cluster.host.isEmpty() ? subject : subject.withHost(cluster.host);
    }

    private static List<Exhibit> exhibits(Cascade cascade) {
        List<Exhibit> exhibits = new ArrayList<>();
        exhibits.add(exhibit(cascade.root().root()));
        Stream.concat(Stream.of(cascade.root()), cascade.followers().stream())
                .flatMap(cluster -> cluster.events.stream())
                .map(GpuRule::exhibit)
                .filter(exhibit -> !exhibit.equals(exhibits.getFirst()))
                .limit(Conclusion.EVIDENCE_MAX)
                .forEach(exhibits::add);
        return exhibits;
    }

    private static Exhibit exhibit(GpuEvent event) {
        return new Exhibit(event.source(), event.moment(), event.words());
    }

    private static Conclusion facts(Conclusion conclusion, Cascade cascade) {
        Cluster root = cascade.root();
        GpuEvent event = root.root();
        Conclusion with = conclusion.with("pci", root.pci + (root.kind() == Kind.OFF_BUS ? ".0" : ""));
        OptionalInt number = root.rootNumber();
        if (number.isPresent()) {
            with = with.with(root.kind() == Kind.SXID ? "sxid" : "xid", number.getAsInt());
        }
        with = root.numbers().size() > 1 ? with.with("xids", root.numbers()) : with;
        with = event.pid().isPresent() ? with.with("pid", event.pid().getAsLong()) : with.with("pid", "unknown");
        with = event.process().isEmpty() ? with : with.with("process", event.process());
        with = event.uuid().isEmpty() ? with : with.with("uuid", event.uuid());
        with = root.host.isEmpty() ? with : with.with("host", root.host);
        with = root.links().isEmpty() ? with : links(with, root);
        with = root.moment().isPresent() ? with.with("time", root.moment().get().text()) : with;
        with = root.isToldByOthers() ? with.with("source", "'caused by previous Xid " + number.orElse(0) + "'") : with;
        Matcher reset = RESET.matcher(event.words());
        with = reset.find() ? with.with("reset_needed", reset.group(1).equals("Yes")) : with;
        Optional<String> note = note(root);
        with = note.isPresent() ? with.with("note", note.get()) : with;
        return cascade.followers().isEmpty()
                ? with
                : with.with(
                        "secondary",
                        cascade.followers().stream()
                                .map(other -> "{pci: " + other.pci + ", xids: " + other.numbers() + "}")
                                .toList());
    }

    private static Conclusion links(Conclusion conclusion, Cluster root) {
        return root.links().size() == 1
                ? conclusion.with("link", root.links().iterator().next())
                : conclusion.with("links", root.links());
    }

    /// A memory error behind a fault of NVLink is the killed channel, and no memory is bad.
    private static Optional<String> note(Cluster root) {
        List<Integer> memory = root.numbers().stream()
                .filter(number -> Xid.of(number).family() == Xid.Family.MEMORY)
                .toList();
        return root.family() == Xid.Family.NVLINK && !memory.isEmpty()
                ? Optional.of(memory + " follow the NVLink error here: not ECC; look for the peer on that link")
                : Optional.empty();
    }
}
