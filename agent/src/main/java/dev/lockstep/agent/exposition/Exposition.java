// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.agent.brain.BrainCounts;
import dev.lockstep.agent.exposition.device.DeviceFamilies;
import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.flight.SpoolCounts;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.usage.UsageMeter;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Turns a snapshot of the node into families and their points, which are then written as text, OpenMetrics or
/// protobuf.
/// Any thread may call it: two scrapes of one snapshot are equal.
public final class Exposition {
    private final BuildIdentity build;
    private final UsageMeter usage;
    private final Supplier<List<MetricSnapshot>> more;
    private final Roles roles = new Roles();
    private final Counts counts;

    /// What parts of the agent count that not every agent has.
    public record Counts(Supplier<Optional<SpoolCounts>> spool, Supplier<Optional<BrainCounts>> brain) {}

    /// `build` is served as `lockstep_build_info`; `usage` is told how long scrapes take.
    public Exposition(BuildIdentity build, UsageMeter usage) {
        this(build, usage, Optional::empty);
    }

    /// The same of an agent that keeps flight records.
    public Exposition(BuildIdentity build, UsageMeter usage, Supplier<Optional<SpoolCounts>> spool) {
        this(build, usage, new Counts(spool, Optional::empty), List::of);
    }

    /// The same with metrics that are made elsewhere, and of an agent that feeds a brain.
    public Exposition(BuildIdentity build, UsageMeter usage, Counts counts, Supplier<List<MetricSnapshot>> more) {
        this.build = build;
        this.usage = usage;
        this.counts = counts;
        this.more = more;
    }

    /// Tells the meter that a scrape was answered; a later snapshot shows it.
    public void scraped(Duration took) {
        usage.scraped(took);
    }

    /// All metrics of `snapshot` at the moment `now`, from which ages count.
    public Families of(NodeSnapshot snapshot, Instant now) {
        Families families = new Families();
        Memberships memberships = Memberships.of(snapshot.sources());
        new IdentityFamilies(
                        families, snapshot.node(), roles.of(memberships.groups().values()))
                .add(memberships.groups());
        OperationFamilies operations = new OperationFamilies(families);
        memberships.groups().forEach((identity, group) -> {
            String node = group.getFirst().node().orElse(snapshot.node());
            operations.add(node, identity, group);
        });
        new ReportedFamilies(families).add(snapshot.sources());
        new LossFamilies(families, snapshot.node()).add(snapshot.sources());
        new TroubleFamilies(families, snapshot.node()).add(snapshot.sources());
        new DeviceFamilies(families, snapshot.node()).add(snapshot.sources());
        FlightFamilies flight = new FlightFamilies(families, snapshot.node());
        counts.spool().get().ifPresent(flight::add);
        BrainFamilies brain = new BrainFamilies(families, snapshot.node());
        counts.brain().get().ifPresent(brain::add);
        AgentFamilies agent = new AgentFamilies(families, snapshot.node());
        agent.add(snapshot, memberships, now);
        agent.addBuild(build);
        agent.add(snapshot.usage());
        agent.addSeries();
        families.foreign(more.get());
        return families;
    }
}
