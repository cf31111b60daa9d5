// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.topology;

import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// All communicators of a cluster, in the order in which a job makes them: world, tensor, pipeline,
/// data, expert. Groups of a single rank have none, since NCCL reports nothing of them.
public final class Communicators {
    private final List<Communicator> all = new ArrayList<>();
    private final List<List<Communicator>> byRank;
    private final RankLayout layout;
    private final boolean named;
    private final Noise noise;

    public Communicators(RankLayout layout, boolean named, Noise noise) {
        this.layout = layout;
        this.named = named;
        this.noise = noise;
        addWorld();
        addTensor();
        addPipeline();
        addData();
        addExpert();
        this.byRank = IntStream.range(0, layout.ranks()).mapToObj(this::find).toList();
    }

    /// All of them; each stands at its own index.
    public List<Communicator> all() {
        return List.copyOf(all);
    }

    /// Those of a rank, in the order in which it makes them.
    public List<Communicator> of(int rank) {
        return byRank.get(rank);
    }

    /// The communicator of that role which a rank is in; absent if its group has one rank.
    public Optional<Communicator> of(int rank, Role role) {
        return of(rank).stream()
                .filter(communicator -> communicator.role() == role)
                .findFirst();
    }

    private List<Communicator> find(int rank) {
        return all.stream()
                .filter(communicator -> communicator.commRank(rank) >= 0)
                .toList();
    }

    private void addWorld() {
        add(Role.WORLD, "WORLD", layout.ranks(), i -> i);
    }

    private void addTensor() {
        for (int group = 0; group < layout.ranks() / layout.tensor(); group++) {
            int first = group * layout.tensor();
            add(Role.TENSOR, "TP_" + group, layout.tensor(), i -> first + i);
        }
    }

    private void addPipeline() {
        int stride = layout.tensor() * layout.data();
        for (int group = 0; group < stride; group++) {
            int first = group;
            add(Role.PIPELINE, "PP_" + group, layout.pipeline(), i -> first + i * stride);
        }
    }

    private void addData() {
        for (int group = 0; group < layout.pipeline() * layout.tensor(); group++) {
            int stage = group / layout.tensor();
            int tensorIndex = group % layout.tensor();
            add(Role.DATA, "DP_" + group, layout.data(), i -> layout.rankAt(tensorIndex, i, stage));
        }
    }

    private void addExpert() {
        int perData = layout.data() / layout.expert();
        int number = 0;
        for (int group = 0; group < layout.pipeline() * layout.tensor(); group++) {
            int stage = group / layout.tensor();
            int tensorIndex = group % layout.tensor();
            for (int part = 0; part < perData; part++) {
                int first = part * layout.expert();
                add(Role.EXPERT, "EP_" + number++, layout.expert(), i -> layout.rankAt(tensorIndex, first + i, stage));
            }
        }
    }

    private void add(Role role, String name, int ranks, IntUnaryOperator member) {
        if (ranks < 2) {
            return;
        }
        int[] members = IntStream.range(0, ranks).map(member).toArray();
        Arrays.sort(members);
        int index = all.size();
        long hash = noise.bits(Draw.COMMUNICATOR_HASH, index, 0, 0);
        all.add(new Communicator(index, role, named ? name : "", hash, members, layout.gpusPerNode()));
    }
}
