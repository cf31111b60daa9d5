// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.link;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The verdict over counters of ports. A counter that grows between two readings is news; one that is merely not zero
/// may be years old, and is no more than a hint.
public final class LinkRule implements Rule {
    /// The only state is in the argument.
    public LinkRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<LinkCounter> counters = sightings.of(LinkCounter.class);
        if (counters.isEmpty()) {
            return List.of();
        }
        Map<String, PortView> ports = new LinkedHashMap<>();
        for (LinkCounter counter : counters) {
            ports.computeIfAbsent(counter.portKey(), key -> new PortView(counter))
                    .add(counter);
        }
        List<Conclusion> conclusions = new ArrayList<>();
        Optional<Conclusion> oneWay = OneWay.judge(ports.values());
        oneWay.ifPresent(conclusions::add);
        for (PortView port : ports.values()) {
            fault(port, Priorities.of(ports.values())).ifPresent(conclusions::add);
        }
        unreadable(counters).ifPresent(conclusions::add);
        boolean isQuiet = conclusions.stream().allMatch(one -> one.signal().isAboutInput());
        if (isQuiet || oneWay.isPresent()) {
            conclusions.add(parsed(ports));
        }
        return conclusions;
    }

    private static Optional<Conclusion> fault(PortView port, Priorities priorities) {
        Map<String, Long> losses = port.over(Counter.LOSS);
        Map<String, Long> link = port.over(Counter.LINK);
        Map<String, Long> downs = port.over(Counter.DOWN);
        Map<String, Long> all = new TreeMap<>(losses);
        all.putAll(link);
        all.putAll(downs);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        boolean isNew = port.isFollowed(all);
        boolean isUnprotected = !losses.isEmpty() && priorities.isUnprotected();
        boolean isDown = losses.isEmpty() && link.isEmpty();
        LinkCounter any = port.any;
        String device = (any.host().isEmpty() ? "" : any.host() + " ")
                + (any.device().isEmpty() ? "the port" : any.device())
                + (any.port().isEmpty() ? "" : " port " + any.port());
        Conclusion conclusion = Conclusion.of(
                        isDown ? Signal.NET_PORT_EVENT : Signal.NET_SLOW,
                        isNew || isUnprotected ? Severity.P1 : Severity.P2,
                        "link|" + any.portKey(),
                        device + ": " + all
                                + (isNew
                                        ? " between two readings."
                                        : " since the driver was loaded; whether it still counts shows a second"
                                                + " reading.")
                                + (isUnprotected ? " " + priorities.sentence() : ""))
                .blaming(List.of(subject(any)))
                .sure(confidence(isNew, isUnprotected))
                .restingOn(all.keySet().stream()
                        .flatMap(name -> port.readings(name).stream())
                        .map(LinkRule::exhibit)
                        .toList())
                .with("device", any.device())
                .with("port", any.port())
                .next(
                        isUnprotected
                                ? "Put RoCE into the lossless class (NCCL_IB_TC, NCCL_IB_SL; PFC and ECN on NIC and"
                                        + " switch)."
                                : "Read the counters again under load; if they grow, check cable, transceiver and"
                                        + " switch port.");
        for (Map.Entry<String, Long> counter : all.entrySet()) {
            conclusion = conclusion.with(counter.getKey(), counter.getValue());
        }
        return Optional.of(isUnprotected ? priorities.on(conclusion) : conclusion);
    }

    private static double confidence(boolean isNew, boolean isUnprotected) {
        double otherwise = isUnprotected ? 0.75 : 0.5;
        return isNew ? 0.85 : otherwise;
    }

    static Subject subject(LinkCounter counter) {
        Subject subject = counter.host().isEmpty() ? Subject.NONE : Subject.ofHost(counter.host());
        String port = counter.port().isEmpty() ? "" : ":" + counter.port();
        return counter.device().isEmpty() ? subject : subject.withDevice(counter.device() + port);
    }

    static Exhibit exhibit(LinkCounter counter) {
        return new Exhibit(counter.source(), Optional.empty(), counter.name() + " = " + counter.text());
    }

    private static Optional<Conclusion> unreadable(List<LinkCounter> counters) {
        List<LinkCounter> none =
                counters.stream().filter(counter -> counter.value().isEmpty()).toList();
        if (none.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Conclusion.of(
                        Signal.TELEMETRY_GAP,
                        Severity.INFO,
                        "link|none",
                        none.size() + " counters have no value ("
                                + none.getFirst().text() + "): they are absent, not zero.")
                .sure(0.95)
                .restingOn(none.stream().map(LinkRule::exhibit).toList())
                .with("counters", none.stream().map(LinkCounter::name).limit(16).toList())
                .with("device", none.getFirst().device()));
    }

    /// Read, and no fault: also names that are no names for Prometheus, which go into a label.
    private static Conclusion parsed(Map<String, PortView> ports) {
        PortView first = ports.values().iterator().next();
        List<String> devices = ports.values().stream()
                .map(port -> port.any.device())
                .distinct()
                .limit(32)
                .toList();
        Conclusion conclusion = Conclusion.of(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "link|parsed",
                        "Counters of " + devices + ": none of them shows a fault.")
                .sure(0.8)
                .with("device", devices.size() == 1 ? devices.getFirst() : devices)
                .with("vendor", first.any.vendor());
        List<String> odd = new ArrayList<>();
        long again = 0;
        for (PortView port : ports.values()) {
            for (String name : port.all().keySet()) {
                if (!name.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
                    odd.add("{counter: \"" + name + "\", value: "
                            + port.last(name).orElse(-1) + "}");
                }
                again += name.startsWith("retrans") ? port.last(name).orElse(0) : 0;
            }
        }
        conclusion = first.any.vendor().equals("efa") ? conclusion.with("retransmits", again) : conclusion;
        return odd.isEmpty() ? conclusion : conclusion.with("exported_as_label", String.join(", ", odd));
    }
}
