// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import static dev.lockstep.core.model.NcclFunction.ALL_GATHER;
import static dev.lockstep.core.model.NcclFunction.ALL_REDUCE;
import static dev.lockstep.core.model.NcclFunction.REDUCE_SCATTER;

import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What the ranks of each style do in a step.
final class Programs {
    private static final int NONE = -1;
    private static final long MIB = 1 << 20;
    private static final int BUCKETS = 6;
    private static final int SMALL_CALLS = 24;
    private static final int TWIN_EVERY = 5;
    private static final int[] NOBODY = {};

    private final Plan plan;
    private final Load load;
    private final List<Group> groups;
    private final Group world;
    private final Group control;
    private final Group[] local;
    private final Group[] across;
    private final int span;

    Programs(Plan plan, Load load) {
        this.plan = plan;
        this.load = load;
        Group.Maker maker = new Group.Maker(plan.seed(), plan.gpus());
        this.world = maker.of(name("world"), 0, plan.ranks(), 1);
        this.control = plan.style() == Style.TWINS ? maker.of(name("control"), 0, plan.ranks(), 1) : world;
        this.span = switch (plan.style()) {
            case WIDE_TENSOR -> 2 * plan.gpus();
            case HYBRID, CHATTY, CONTEXT, EXPERTS -> plan.gpus();
            case PIPELINE, SEND_ONLY -> plan.ranks() / stages();
            case DATA, SHARDED, TWINS, RARE -> 1;
        };
        this.local = new Group[plan.ranks()];
        this.across = new Group[plan.ranks()];
        if (span > 1) {
            split(maker);
        }
        this.groups = maker.all();
    }

    private void split(Group.Maker maker) {
        int blocks = Math.max(1, plan.ranks() / span);
        for (int block = 0; block < blocks; block++) {
            int count = block == blocks - 1 ? plan.ranks() - block * span : span;
            Group group = maker.of(name("local"), block * span, count, 1);
            for (int rank : group.members()) {
                local[rank] = group;
            }
        }
        for (int place = 0; place < span && blocks > 1; place++) {
            Group group = maker.of(name("across"), place, blocks, span);
            for (int rank : group.members()) {
                across[rank] = group;
            }
        }
    }

    private String name(String word) {
        return plan.isNamed() ? word + "_group" : "";
    }

    private int stages() {
        return plan.nodes() % 4 == 0 ? 4 : plan.nodes() % 3 == 0 ? 3 : plan.nodes() % 2 == 0 ? 2 : plan.nodes();
    }

    List<Group> groups() {
        return groups;
    }

    List<Act> of(int rank, int step) {
        List<Act> acts = new ArrayList<>();
        save(rank, step, acts);
        acts.add(new Act.Host(load.hostNanos(rank, step)));
        boolean evaluates = load.isEvaluation(step);
        switch (plan.style()) {
            case DATA, TWINS -> data(rank, step, evaluates, acts);
            case SHARDED -> sharded(world, null, rank, step, evaluates, acts);
            case HYBRID -> sharded(local[rank], across[rank], rank, step, evaluates, acts);
            case WIDE_TENSOR, CHATTY -> tensor(rank, step, evaluates, acts);
            case CONTEXT -> context(rank, step, acts);
            case EXPERTS -> experts(rank, step, acts);
            case PIPELINE, SEND_ONLY -> pipeline(rank, step, acts);
            case RARE -> {
                acts.add(new Act.Compute(load.nanos(rank, step, 0, 1)));
                acts.add(new Act.Call(world, ALL_REDUCE, 64 * MIB, 0));
            }
        }
        acts.add(new Act.Sync());
        return acts;
    }

    private void save(int rank, int step, List<Act> acts) {
        Unrest unrest = plan.unrest();
        if (unrest.saveEvery() > 0 && step > 0 && step % unrest.saveEvery() == 0 && plan.style() != Style.SEND_ONLY) {
            boolean saves = !unrest.isSavedByOne() || rank == 0;
            acts.add(new Act.Host(saves ? Math.round(unrest.saveSeconds() * 1e9) : 0));
            acts.add(new Act.Call(control, ALL_REDUCE, 4, 0));
        }
    }

    private void data(int rank, int step, boolean evaluates, List<Act> acts) {
        int micro = plan.microsteps();
        for (int i = 0; i < micro; i++) {
            acts.add(new Act.Compute(load.nanos(rank, step, i, 1.0 / (3 * micro))));
            for (int bucket = 0; bucket < BUCKETS && !evaluates; bucket++) {
                acts.add(new Act.Compute(load.nanos(rank, step, i, 2.0 / (3 * micro * BUCKETS))));
                if (i == micro - 1) {
                    acts.add(new Act.Call(world, ALL_REDUCE, (bucket == 0 ? 11 : 25) * MIB, 1));
                }
            }
        }
        acts.add(new Act.Join(1));
        if (plan.style() == Style.DATA || step % TWIN_EVERY == 0) {
            acts.add(new Act.Call(control, ALL_REDUCE, 8, 0));
        }
    }

    private void sharded(
            Group shards,
            @org.jspecify.annotations.Nullable Group replicas,
            int rank,
            int step,
            boolean evaluates,
            List<Act> acts) {
        int layers = plan.layers();
        long bytes = 32 * MIB / layers;
        for (int pass = 0; pass < (evaluates ? 1 : 2); pass++) {
            acts.add(new Act.Call(shards, ALL_GATHER, bytes, 1));
            for (int layer = 0; layer < layers; layer++) {
                acts.add(new Act.Join(1));
                if (layer + 1 < layers) {
                    acts.add(new Act.Call(shards, ALL_GATHER, bytes, 1));
                }
                acts.add(new Act.Compute(load.nanos(rank, step, layer, (1.0 + pass) / (3 * layers))));
                if (pass == 1) {
                    acts.add(new Act.Call(shards, REDUCE_SCATTER, bytes, 2));
                }
            }
        }
        acts.add(new Act.Join(2));
        if (replicas != null && !evaluates) {
            acts.add(new Act.Call(replicas, ALL_REDUCE, 16 * MIB, 0));
        }
        acts.add(new Act.Call(world, ALL_REDUCE, 4, 0));
    }

    private void tensor(int rank, int step, boolean evaluates, List<Act> acts) {
        int calls = plan.style() == Style.CHATTY ? SMALL_CALLS * plan.layers() : 4 * plan.layers();
        for (int i = 0; i < calls; i++) {
            acts.add(new Act.Compute(load.nanos(rank, step, i, 1.0 / calls)));
            acts.add(new Act.Call(local[rank], ALL_REDUCE, plan.style() == Style.CHATTY ? MIB / 4 : 8 * MIB, 0));
        }
        Group replicas = across[rank];
        if (replicas != null && !evaluates) {
            acts.add(new Act.Call(replicas, REDUCE_SCATTER, 8 * MIB, 0));
            acts.add(new Act.Call(replicas, ALL_GATHER, 8 * MIB, 0));
        }
        if (plan.style() == Style.WIDE_TENSOR) {
            acts.add(new Act.Call(world, ALL_REDUCE, 4, 0));
        }
    }

    private void context(int rank, int step, List<Act> acts) {
        Group ring = local[rank];
        int place = ring.place(rank);
        int[] next = {(place + 1) % ring.size()};
        int[] before = {(place + ring.size() - 1) % ring.size()};
        int turns = plan.layers() * Math.min(4, ring.size() - 1);
        for (int i = 0; i < turns; i++) {
            acts.add(new Act.Exchange(ring, next, before, 4 * MIB, 1));
            acts.add(new Act.Compute(load.nanos(rank, step, i, 1.0 / turns)));
            acts.add(new Act.Join(1));
        }
        acts.add(new Act.Call(world, ALL_REDUCE, 100 * MIB, 0));
    }

    private void experts(int rank, int step, List<Act> acts) {
        Group all = local[rank];
        int[] others = new int[all.size() - 1];
        int place = all.place(rank);
        Arrays.setAll(others, i -> i < place ? i : i + 1);
        int turns = 2 * plan.layers();
        for (int i = 0; i < turns; i++) {
            acts.add(new Act.Compute(load.nanos(rank, step, i, 0.5 / turns)));
            acts.add(new Act.Exchange(all, others, others, MIB, 0));
            double share = load.uneven(rank, step, i);
            acts.add(new Act.Compute(load.nanos(rank, step, turns + i, share * 0.5 / turns)));
            acts.add(new Act.Exchange(all, others, others, MIB, 0));
        }
        acts.add(new Act.Call(world, ALL_REDUCE, 100 * MIB, 0));
    }

    /// The stages are the blocks of `span` ranks; ranks of one place in them form a pipeline.
    private void pipeline(int rank, int step, List<Act> acts) {
        Group pipe = across[rank];
        int stages = pipe.size();
        int stage = pipe.place(rank);
        int batches = Math.max(2 * stages, plan.microsteps());
        double heavy = stage == stages - 1 ? 1.15 : stage == 0 ? 1.08 : 1;
        double part = heavy / (3 * batches);
        int ahead = Math.min(batches, stages - stage - 1);
        int back = 0;
        for (int i = 0; i < batches; i++) {
            receive(pipe, stage == 0 ? NONE : stage - 1, acts);
            acts.add(new Act.Compute(load.nanos(rank, step, i, part)));
            send(pipe, stage == stages - 1 ? NONE : stage + 1, 1, acts);
            if (i >= ahead) {
                backward(pipe, rank, step, back++, part, acts);
            }
        }
        while (back < batches) {
            backward(pipe, rank, step, back++, part, acts);
        }
        acts.add(new Act.Join(1));
        acts.add(new Act.Join(2));
        if (plan.style() == Style.PIPELINE) {
            acts.add(new Act.Call(local[rank], ALL_REDUCE, 100 * MIB, 0));
            acts.add(new Act.Call(world, ALL_REDUCE, 4, 0));
        }
    }

    private void backward(Group pipe, int rank, int step, int batch, double part, List<Act> acts) {
        int stage = pipe.place(rank);
        receive(pipe, stage == pipe.size() - 1 ? NONE : stage + 1, acts);
        acts.add(new Act.Compute(load.nanos(rank, step, 1000 + batch, 2 * part)));
        send(pipe, stage == 0 ? NONE : stage - 1, 2, acts);
    }

    private static void receive(Group pipe, int from, List<Act> acts) {
        if (from != NONE) {
            acts.add(new Act.Exchange(pipe, NOBODY, new int[] {from}, 16 * MIB, 0));
        }
    }

    private static void send(Group pipe, int to, int stream, List<Act> acts) {
        if (to != NONE) {
            acts.add(new Act.Exchange(pipe, new int[] {to}, NOBODY, 16 * MIB, stream));
        }
    }

    /// Another function than that one.
    static NcclFunction other(NcclFunction function) {
        return function == ALL_REDUCE ? ALL_GATHER : ALL_REDUCE;
    }
}
