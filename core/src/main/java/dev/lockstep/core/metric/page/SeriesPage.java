// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric.page;

import dev.lockstep.core.metric.SeriesCost;

/// The part of docs/metrics.md that says how many series there are, with the numbers of {@link SeriesCost}.
final class SeriesPage {
    private static final int EXAMPLE = 300;

    private static final String WORDS = """
        ## How many series

        The column "series" of each family below is for one node, in these words:

        | word | what it counts |
        |---|---|
        | ranks | ranks that run on the node; usually one a process and a GPU |
        | communicators of the node | communicators with a rank on the node |
        | memberships | (rank, communicator) pairs on the node |
        | functions | (rank, communicator, function) that occurred |
        | sized | (rank, communicator, function, size class) that occurred and has a time |
        | tuned | (rank, communicator, function, size class, algorithm, protocol) that occurred |
        | shown channels | channels shown one by one, and one (`other`) for each membership whose channels are summed |
        | links | (membership, peer, direction, transport, NIC) over which something went between nodes, `peer="other"` among them; sending and receiving ones together |
        | kernel phases | 3 for each function and symmetric kernel of a membership; 0 unless the job asks for them |
        | processes | processes that use NCCL, ended ones for their grace |
        | reasons seen | reasons that have occurred in the process; usually none |
        | sources | what the agent reads: 4, and up to 2 for Inspector's files |
        | devices | links of devices, and GPUs that NVML or dcgm-exporter tells of (below) |
        | brains | brains that the agent feeds: 0 to 2; with one there are 7 series more for it, and 4 a brain |

        A node serves, with a histogram counted as one series (the native form):

        ```
        series = 3 × ranks + communicators of the node + 2 × memberships + 4 × shown channels
               + functions + functions with something in flight
               + sized + 3 × tuned collectives + 2 × tuned Send and Recv + 2 × kernel phases
               + 7 × sending links + 8 × receiving links
               + reasons seen + 15 + 6 × sources
        ```

        Links and GPUs of the node come on top, whether or not a job runs: they have no part in the budget of a GPU.
        A port of a NIC has up to 36 series (mlx5: 26), its PCIe link 6, an NVLink 4 and 15 at most with errors, a GPU
        27. A node with 8 GPUs of 18 NVLinks each and 8 NICs has about 1,100. What is over 512 links or 64 GPUs a
        source is left out and counted in `lockstep_source_refused_total`.

        The classic form has 30 series for a histogram: `series + 29 × (sized + links)`. Of what only Inspector saw a rank has 2
        instead of 3, a membership none, and there are no channels and functions. `lockstep_series` says what it came
        to; a test holds this formula against three runs.
        """;

    private SeriesPage() {}

    static String text() {
        return WORDS + "\n" + budget();
    }

    private static String budget() {
        return """
            ### The budget of a GPU

            What a GPU of a process may have is limited to `--series-per-gpu`, %1$d unless you say otherwise. Against it count

            ```
            %2$d + %3$d × communicators + %4$d × functions + sized + 3 × tuned collectives + 2 × tuned Send and Recv
              + 2 × kernel phases + 8 × links + 4 × (channels shown one by one - 1) of each communicator that spans nodes
            ```

            which is never less than what is served, but for reasons seen. Room is given in the order in which things are
            seen, and what finds none is folded, for the life of the process:

            1. Channels give their room up first, the youngest communicator's before others: they become one series,
               `channel="other"`.
            2. Above %5$d (the budget less %6$d) a new size class goes into `size="other"` of its communicator and function,
               without `algo` and `proto`.
            3. Above %7$d (the budget less %8$d) it goes into `comm="other"` of its GPU, without `comm_rank` too, and a new
               communicator goes there as a whole. What is in flight there has `collective="other"`. There are no bus
               bytes, busy time, fused operations, channels and kernel phases of it, since they cannot be added up over
               communicators. Kernel phases that find no room are left out and counted with these.

            Links go the way of sizes: those that find no room become one for each direction of their communicator,
            `peer="other"`, and where even that finds none they are left out. What a process moves for its neighbours
            (PXN) is of no communicator here: it is `comm="other"`, `peer="other"`.

            The rest of the budget is enough for `comm="other"`, so that a GPU never has more series than its budget. There
            a function has 3 series (histogram, calls, bytes). Sums of all series of a counter stay exact. The room of a communicator comes free when it has been gone for the grace.
            `lockstep_series_folded` counts what was folded, by job, and the agent's log names the process. A process whose
            GPUs are not known has the room of as many GPUs as it has ranks in one communicator.

            For example, 16 communicators of a GPU inside a node that each run AllReduce by one algorithm in 8 sizes cost 3 +
            16 × (7 + 2 + 8 × 4) = 659. Five of them fit (208), of the sixth 5 sizes (237), its other 3 become one (241), and
            10 communicators go into `comm="other"`: 4 series.

            Whoever scrapes the classic form sets a budget by it: %1$d in the native form can be 3,055 in the classic one,
            where 95 of them are histograms.
            """.formatted(
                        EXAMPLE,
                        SeriesCost.RANK,
                        SeriesCost.MEMBERSHIP,
                        SeriesCost.FUNCTION,
                        SeriesCost.ownMax(EXAMPLE),
                        EXAMPLE - SeriesCost.ownMax(EXAMPLE),
                        SeriesCost.foldedMax(EXAMPLE),
                        SeriesCost.OTHER_MAX);
    }
}
