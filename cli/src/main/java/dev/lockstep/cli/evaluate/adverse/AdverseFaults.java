// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.adverse;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.simulator.adverse.Style;
import dev.lockstep.simulator.adverse.Trouble;
import dev.lockstep.simulator.adverse.Trouble.How;
import dev.lockstep.simulator.adverse.Trouble.Slow;
import dev.lockstep.simulator.adverse.Trouble.Stop;
import dev.lockstep.simulator.adverse.Trouble.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Everything that has to be named in jobs of the second generator.
final class AdverseFaults {
    private static final List<Integer> STRENGTHS = List.of(20, 50, 100);
    private static final int EACH = 1;
    /// They have one collective a step.
    private static final Set<Style> CALLS_ONCE = Set.of(Style.EXPERTS, Style.CONTEXT, Style.RARE);

    private AdverseFaults() {}

    static List<AdverseKind> all() {
        List<AdverseKind> all = new ArrayList<>();
        for (int strength : STRENGTHS) {
            add(all, "rank", strength, made -> gpu(made, made.later()));
            add(all, "host", strength, made -> host(made, What.HOST, made.later()));
            add(all, "node", strength, made -> node(made, made.later()));
            add(all, "rank-at-once", strength, made -> gpu(made, 0));
            add(all, "two-ranks", strength, AdverseFaults::two);
            add(all, "rank-in-unrest", strength, AdverseFaults::unrestful);
            add(all, "path", strength, AdverseFaults::path);
        }
        add(all, "host-calls", 50, made -> host(made, What.HOST_CALLS, made.later()));
        add(all, "node-at-once", 50, made -> node(made, 0));
        add(all, "every-third-step", 100, AdverseFaults::everyThird);
        add(all, "heals-and-returns", 50, AdverseFaults::returns);
        add(all, "moves-with-requeue", 50, AdverseFaults::moves);
        stop(all, "absent", How.NOT_ENTERED, Set.of(FindingKind.HANG_NOT_ENTERED));
        stop(all, "dead", How.DEAD, Set.of(FindingKind.PROCESS_GONE));
        stop(all, "other-function", How.OTHER_FUNCTION, Set.of(FindingKind.HANG_MISMATCH));
        stop(all, "other-size", How.OTHER_SIZE, Set.of(FindingKind.HANG_MISMATCH));
        stop(all, "not-started", How.NOT_STARTED, Set.of(FindingKind.HANG_NOT_STARTED));
        add(all, "network-dead", 0, AdverseFaults::dead);
        return all;
    }

    private static void add(List<AdverseKind> all, String name, int strength, Consumer<AdverseBuilder> recipe) {
        all.add(new AdverseKind("adverse-" + name, true, strength, recipe));
    }

    private static void stop(List<AdverseKind> all, String name, How how, Set<FindingKind> kinds) {
        add(all, name, 0, made -> {
            made.where(AdverseFaults::meets);
            int rank = made.rank();
            int calls = CALLS_ONCE.contains(made.plan().style()) ? 1 : 2;
            made.stop(new Stop(how, rank, made.later(), made.draw(calls))).expect(kinds, made.gpu(rank));
        });
    }

    private static void gpu(AdverseBuilder made, int from) {
        made.where(AdverseFaults::meets);
        gpu(made, made.rank(), from);
    }

    private static void gpu(AdverseBuilder made, int rank, int from) {
        made.slow(What.GPU, rank, 1, from, EACH, made.part()).expect(Set.of(FindingKind.STRAGGLER_GPU), made.gpu(rank));
    }

    private static void host(AdverseBuilder made, What what, int from) {
        made.where(AdverseFaults::meets);
        int rank = made.rank();
        made.slow(what, rank, 1, from, EACH, made.part()).expect(Set.of(FindingKind.STRAGGLER_HOST), made.gpu(rank));
    }

    private static void node(AdverseBuilder made, int from) {
        made.where(2, AdverseFaults::meets);
        int node = made.draw(made.plan().nodes());
        made.slow(What.GPU, node * made.plan().gpus(), made.plan().gpus(), from, EACH, made.part())
                .expect(Set.of(FindingKind.SLOW_NODE), made.host(node));
    }

    private static void two(AdverseBuilder made) {
        made.where(AdverseFaults::meets);
        int rank = made.rank();
        int from = made.later();
        gpu(made, rank, from);
        gpu(made, made.other(rank), from);
    }

    private static void unrestful(AdverseBuilder made) {
        gpu(made.where(AdverseFaults::meets).unrest(quiet -> AdverseDecoys.unrest(quiet, made)), made.later());
    }

    private static void path(AdverseBuilder made) {
        made.where(3, AdverseFaults::crosses);
        int rank = made.rank();
        made.slow(What.PATH, rank, 1, made.later(), EACH, 2 * made.part())
                .expect(
                        Set.of(FindingKind.SLOW_LINK),
                        made.path(rank / made.plan().gpus()));
    }

    private static void everyThird(AdverseBuilder made) {
        made.where(AdverseFaults::meets);
        int rank = made.rank();
        made.slow(What.GPU, rank, 1, made.later(), 3, made.part())
                .longer(60 + 10 * made.plan().stepSeconds())
                .expect(Set.of(FindingKind.STRAGGLER_GPU), made.gpu(rank));
    }

    private static void returns(AdverseBuilder made) {
        made.where(AdverseFaults::meets);
        int rank = made.rank();
        int from = made.later();
        int steps = (int) Math.ceil(Math.max(6, 20 / made.plan().stepSeconds()));
        made.slow(new Slow(What.GPU, rank, 1, from, from + steps, EACH, made.part()))
                .slow(What.GPU, rank, 1, from + 2 * steps, EACH, made.part())
                .longer(3 * steps * made.plan().stepSeconds())
                .expect(Set.of(FindingKind.STRAGGLER_GPU), made.gpu(rank));
    }

    /// A slow node of the first life; in the second one another is.
    private static void moves(AdverseBuilder made) {
        node(made, 0);
        int gpus = made.plan().gpus();
        int node = made.draw(made.plan().nodes());
        double start = Math.ceil(70 + 8 * made.plan().stepSeconds());
        Slow slow = new Slow(What.GPU, node * gpus, gpus, 0, Integer.MAX_VALUE, EACH, made.part());
        made.again(start, new Trouble(List.of(slow), Optional.empty()))
                .longer(start)
                .expect(Set.of(FindingKind.SLOW_NODE), made.host(node));
    }

    private static void dead(AdverseBuilder made) {
        made.where(style -> style == Style.DATA || style == Style.SHARDED || style == Style.RARE);
        made.stop(new Stop(How.NO_DATA, made.rank(), made.later(), 0))
                .expect(Set.of(FindingKind.HANG_ALL_ENTERED), made.world());
    }

    /// Who waits for whom shows only where ranks do the same work at the same time and meet in collectives.
    private static boolean meets(Style style) {
        return style != Style.SEND_ONLY;
    }

    /// Data crosses between nodes in several communicators: where all are in one, nothing tells whose path it is.
    private static boolean crosses(Style style) {
        return style == Style.HYBRID || style == Style.WIDE_TENSOR;
    }
}
