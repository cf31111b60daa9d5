// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.hardware;

import dev.lockstep.cli.evaluate.cases.CaseBuilder;
import dev.lockstep.cli.evaluate.cases.CaseKind;
import dev.lockstep.cli.evaluate.cases.ClusterShape;
import dev.lockstep.simulator.feed.FeedSettings.Connections;
import dev.lockstep.simulator.feed.FeedSettings.End;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What devices tell and what is nobody's fault: it must wake nobody, and be no finding about a device either. With
/// what each step waited for, so that this has its chance to mislead.
final class HardwareDecoys {
    private static final int SECONDS = 100;
    private static final int RANKS_MAX = 64;

    private HardwareDecoys() {}

    /// In the order of the report.
    static List<CaseKind> all() {
        return List.of(
                decoy("congestion-of-everyone", ClusterShape::isSpread, HardwareDecoys::congestion),
                decoy("retries-of-everyone", ClusterShape::isSpread, made -> everyone(made, "lossy-link", 0)),
                decoy("counters-reset", ClusterShape::isSpread, HardwareDecoys::counterReset),
                decoy("xmit-wait", ClusterShape::isSpread, made -> tells(made, "xmit-wait", made.rank(), made.from())),
                decoy("xid-45-after-kill", ClusterShape::isAny, HardwareDecoys::killed));
    }

    private static CaseKind decoy(String name, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return new CaseKind(name, false, List.of(0), shape -> fits.test(shape) && shape.ranks() <= RANKS_MAX, made -> {
            made.seconds(SECONDS).steps(SECONDS);
            made.telling(settings -> settings.withConnections(Connections.TIMED));
            recipe.accept(made);
            made.delivery(ToldDevices.of(made));
        });
    }

    private static void tells(CaseBuilder made, String symptom, int rank, int from) {
        made.line("hardware: %s rank=%d from=%d".formatted(symptom, rank, from));
    }

    private static void everyone(CaseBuilder made, String symptom, int spread) {
        for (int rank = 0; rank < made.shape().ranks(); rank++) {
            tells(made, symptom, rank, made.from() + (spread == 0 ? 0 : made.draw(spread)));
        }
    }

    private static void congestion(CaseBuilder made) {
        made.decoy("congestion from=%d to=%d factor=0.3".formatted(made.from(), made.from() + 25));
        everyone(made, "lossy-link", 4);
        everyone(made, "xmit-wait", 4);
    }

    /// A driver is loaded anew on one node, or one NIC's counters are set to zero.
    private static void counterReset(CaseBuilder made) {
        int node = made.node();
        int gpus = made.shape().gpus();
        int only = made.draw(2 * gpus);
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (only >= gpus || only == gpu) {
                tells(made, "counter-reset", node * gpus + gpu, made.from());
            }
        }
    }

    /// The job is killed as it always may be, and the driver says so of each GPU.
    private static void killed(CaseBuilder made) {
        long second = made.from() + 5L;
        for (int rank = 0; rank < made.shape().ranks(); rank++) {
            made.line("hardware: xid rank=%d from=%d code=45".formatted(rank, made.from() + 4));
        }
        made.seconds(200)
                .telling(settings -> settings.withConnections(Connections.TIMED)
                        .ending(End.killed(rank -> second * CaseBuilder.SECOND)));
    }
}
