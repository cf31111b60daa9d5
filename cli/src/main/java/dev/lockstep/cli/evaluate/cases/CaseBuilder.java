// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.simulator.feed.FeedSettings;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A case in the making. Everything that is drawn follows from kind, shape, strength and seed.
public final class CaseBuilder {
    /// A second of the job.
    public static final long SECOND = 1_000_000_000L;

    private static final int STEPS = 40;
    private static final int SECONDS = 42;
    private static final int FROM_MIN = 10;
    private static final int FROM_SPAN = 6;
    private static final double PER_CENT = 100;
    /// One run of so many is sampled, with a k of up to the next number.
    private static final int SAMPLED_ONE_IN = 5;
    private static final int SAMPLING_MAX = 2;

    private final CaseKind kind;
    private final ClusterShape shape;
    private final int strength;
    private final long seed;
    private final SplittableRandom random;
    private final List<String> lines = new ArrayList<>();
    private final List<Expectation> expected = new ArrayList<>();
    private final List<Life> lives = new ArrayList<>();
    private final int from;
    private final int sampling;
    private UnaryOperator<FeedSettings> telling = settings -> settings;
    private Delivery delivery = Delivery.PLAIN;
    private int steps = STEPS;
    private int seconds = SECONDS;
    private int faults;

    CaseBuilder(CaseKind kind, ClusterShape shape, int strength, long seed) {
        this.kind = kind;
        this.shape = shape;
        this.strength = strength;
        this.seed = seed;
        this.random = new SplittableRandom(seed * 31 + kind.name().hashCode() + strength);
        this.from = FROM_MIN + random.nextInt(FROM_SPAN);
        this.sampling = seed % SAMPLED_ONE_IN == 0 ? 1 + random.nextInt(SAMPLING_MAX) : 0;
    }

    /// The cluster.
    public ClusterShape shape() {
        return shape;
    }

    /// The step in which the fault sets in.
    public int from() {
        return from;
    }

    /// How many times as long, at the case's strength.
    public double factor() {
        return 1 + strength / PER_CENT;
    }

    /// Per cent.
    public int strength() {
        return strength;
    }

    /// One below `bound`.
    public int draw(int bound) {
        return random.nextInt(bound);
    }

    /// Any rank.
    public int rank() {
        return draw(shape.ranks());
    }

    /// Any node.
    public int node() {
        return draw(shape.nodes());
    }

    /// Any role that is there and whose operations are collectives.
    public Role collectiveRole() {
        List<Role> roles = new ArrayList<>(List.of(Role.WORLD));
        if (shape.tensor() > 1) {
            roles.add(Role.TENSOR);
        }
        if (shape.data() > 1) {
            roles.add(Role.DATA);
        }
        return roles.get(draw(roles.size()));
    }

    /// Any operation of such a role in a step.
    public int operation(Role role) {
        return switch (role) {
            case WORLD, PIPELINE, EXPERT -> 0;
            case DATA -> draw(4);
            case TENSOR -> draw(4 * shape.layers() * shape.microbatches());
        };
    }

    /// Adds a line to the scenario.
    public CaseBuilder line(String line) {
        lines.add(line);
        return this;
    }

    /// Adds a fault that has to be named.
    public CaseBuilder fault(String line, Set<FindingKind> kinds, Culprit culprit) {
        lines.add("fault: " + line);
        expected.add(new Expectation(kinds, culprit, faults++));
        return this;
    }

    /// Adds what has to be named though no fault of the job tells of it; from the start on.
    public CaseBuilder expect(Set<FindingKind> kinds, Culprit culprit) {
        expected.add(new Expectation(kinds, culprit, Expectation.NO_FAULT));
        return this;
    }

    /// The job as it is by now, in its own cluster.
    public Scenario scenario() {
        return scenario(shape);
    }

    /// Adds something short or small that must not be named.
    public CaseBuilder hiccup(String line) {
        lines.add("fault: " + line);
        faults++;
        return this;
    }

    /// Adds a decoy.
    public CaseBuilder decoy(String line) {
        lines.add("decoy: " + line);
        return this;
    }

    /// Changes how the job is told.
    public CaseBuilder telling(UnaryOperator<FeedSettings> change) {
        telling = change;
        return this;
    }

    /// Changes what becomes of batches.
    public CaseBuilder delivery(Delivery other) {
        delivery = other;
        return this;
    }

    /// How many steps the job has.
    public CaseBuilder steps(int count) {
        steps = count;
        return this;
    }

    /// How long it is looked at.
    public CaseBuilder seconds(int count) {
        seconds = count;
        return this;
    }

    /// Ends a life of the job here; another may follow.
    public CaseBuilder live(ClusterShape in, FeedSettings settings) {
        lives.add(new Life(scenario(in), settings.withSampling(sampling)));
        return this;
    }

    /// The communicator of a rank.
    public Culprit communicator(int rank, Role role) {
        return new Culprit.OfCommunicator("%016x".formatted(find(rank, role).hash()), members(rank, role));
    }

    /// Who shares a communicator with a rank.
    public Set<Integer> members(int rank, Role role) {
        Communicator communicator = find(rank, role);
        return IntStream.range(0, communicator.ranks())
                .mapToObj(communicator::worldRank)
                .collect(Collectors.toSet());
    }

    private Communicator find(int rank, Role role) {
        return Cluster.of(scenario(shape)).communicators().of(rank, role).orElseThrow();
    }

    /// Random numbers for what is no part of the scenario.
    public Noise noise() {
        return new Noise(seed);
    }

    private Scenario scenario(ClusterShape in) {
        List<String> all = new ArrayList<>(in.lines());
        all.addAll(Arrays.asList("seed: " + seed, "steps: " + steps));
        all.addAll(lines);
        return ScenarioFile.parse(kind.name(), all);
    }

    Case build() {
        if (lives.isEmpty()) {
            FeedSettings settings = FeedSettings.of("job-" + seed, "life-1").withSampling(sampling);
            lives.add(new Life(scenario(shape), telling.apply(settings)));
        }
        return new Case(
                kind.name(),
                kind.isFault(),
                strength,
                shape,
                seed,
                sampling,
                lives,
                List.of(),
                delivery,
                expected,
                seconds);
    }
}
