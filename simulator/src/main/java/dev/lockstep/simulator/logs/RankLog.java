// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import static dev.lockstep.simulator.logs.LogWords.MILLI;
import static dev.lockstep.simulator.logs.LogWords.SECOND;

import dev.lockstep.simulator.dcgm.SimulatedGpu;
import dev.lockstep.simulator.feed.NodeAgents;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What one rank prints: NCCL with NCCL_DEBUG=INFO, PyTorch, its own training.
final class RankLog {
    private static final int STEPS_TOLD_MAX = 20;

    private final JobStory story;
    private final RankStory rank;
    private final List<String> lines = new ArrayList<>();

    private RankLog(JobStory story, RankStory rank) {
        this.story = story;
        this.rank = rank;
    }

    static List<String> of(JobStory story, RankStory rank) {
        RankLog log = new RankLog(story, rank);
        log.begin();
        if (story.stuckSetup().isPresent()) {
            log.stuckSetup(story.stuckSetup().get());
        } else {
            log.communicators();
            log.steps();
            log.end();
        }
        return log.lines;
    }

    private int number() {
        return rank.rank();
    }

    private int node() {
        return story.cluster().layout().node(number());
    }

    private int local() {
        return story.cluster().layout().localRank(number());
    }

    private void nccl(String text) {
        lines.add(NodeAgents.name(node()) + ":" + LogWords.pid(number()) + ":" + (LogWords.pid(number()) + 7) + " ["
                + local() + "] NCCL " + text);
    }

    private void torch(long nanos, char level, int codeLine, String text) {
        lines.add("[rank" + number() + "]:[" + level + LogWords.glog(nanos) + " ProcessGroupNCCL.cpp:" + codeLine + "] "
                + text);
    }

    private void begin() {
        nccl("INFO NCCL version 2.30.7+cuda13.0");
        nccl("INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.40.0." + (node() + 1) + "<0>");
        nccl("INFO Using network IB");
    }

    private void communicators() {
        for (RankStory.Progress group : rank.progress()) {
            Communicator communicator = group.communicator();
            String about = "ncclCommInitRankConfig " + about(group);
            nccl("INFO [Rank " + communicator.commRank(number()) + "] " + about + " - Init START");
            nccl("INFO Channel 00/0 : 0[0] -> 1[1] via "
                    + (communicator.nodes() > 1 ? "NET/IB/0/GDRDMA" : "P2P/CUMEM"));
            nccl("INFO " + about + " - Init COMPLETE");
            nccl("INFO Init timings - ncclCommInitRankConfig: rank " + communicator.commRank(number()) + " nranks "
                    + communicator.ranks() + " total 0.61 (kernels 0.20, alloc 0.02, bootstrap 0.11, allgathers 0.01,"
                    + " topo 0.06, graphs 0.00, connections 0.19, rest 0.02)");
        }
    }

    private String about(RankStory.Progress group) {
        Communicator communicator = group.communicator();
        return "comm 0x" + Long.toHexString(0x55d0_0000_0000L + 0x1000L * (number() * 64L + group.localId()))
                + " rank " + communicator.commRank(number()) + " nranks " + communicator.ranks() + " cudaDev " + local()
                + " nvmlDev " + local() + " busId " + bus() + " commId " + communicator.id();
    }

    private String bus() {
        String[] parts = SimulatedGpu.of(node(), local()).pciBusId().split(":", -1);
        return parts[1].toLowerCase(Locale.ROOT) + "000";
    }

    private void steps() {
        List<Long> ends = story.stepEnds();
        int from = Math.max(0, ends.size() - STEPS_TOLD_MAX);
        for (int step = from; number() == 0 && step < ends.size(); step++) {
            lines.add(LogWords.python(ends.get(step)) + " INFO train: step " + step + " loss "
                    + String.format(Locale.ROOT, "%.4f", 2 + 8.0 / (step + 4)));
        }
    }

    private void end() {
        if (rank.killedNanos().isPresent()) {
            return;
        }
        if (story.firstKilledNanos().isPresent()) {
            lostPeers(story.firstKilledNanos().getAsLong());
        } else if (story.hasStopped()) {
            waited();
        } else {
            rank.progress().forEach(group -> nccl("INFO " + about(group) + " - Destroy COMPLETE"));
        }
    }

    /// Whose rail partner on another node is gone loses a connection to it; the others are ended by the launcher.
    private void lostPeers(long killed) {
        Optional<RankStory> partner = story.ranks().stream()
                .filter(other -> other.killedNanos().isPresent())
                .filter(other -> story.cluster().layout().node(other.rank()) != node()
                        && story.cluster().layout().localRank(other.rank()) == local())
                .findFirst();
        if (partner.isPresent()) {
            closed(partner.get().rank(), killed + (300 + 7L * number()) * MILLI);
        }
    }

    private void closed(int peer, long nanos) {
        String words = "socketProgress: Connection closed by remote peer "
                + NodeAgents.name(story.cluster().layout().node(peer)) + "<" + (42_000 + 13 * peer) + ">";
        nccl("WARN " + words);
        nccl("INFO misc/socket.cc:775 -> 6");
        nccl("INFO transport/net.cc:1262 -> 6");
        nccl("INFO proxy.cc:718 -> 6");
        nccl("INFO proxy.cc:898 -> 6 [Progress Thread]");
        Communicator world = rank.progress().iterator().next().communicator();
        String tag = LogWords.groupTag(rank, world);
        torch(
                nanos,
                'E',
                2057,
                tag + " Process group watchdog thread terminated with exception: NCCL error: remote"
                        + " process exited or there was a network error, NCCL version 2.30.7");
        lines.add("ncclRemoteError: A call failed possibly due to a network error or a remote process exiting"
                + " prematurely.");
        lines.add("Last error:");
        lines.add(words);
        lines.add("terminate called after throwing an instance of 'c10::DistBackendError'");
    }

    /// The watchdog of a rank that waits gives up; the others only hear of it.
    private void waited() {
        Optional<TorchOperation> open = rank.firstOpen();
        long first = story.ranks().stream()
                .flatMap(each -> each.firstOpen().stream())
                .mapToLong(TorchOperation::enqueueNanos)
                .min()
                .orElse(0);
        long nanos = open.map(TorchOperation::enqueueNanos).orElse(first)
                + LogWords.TIMEOUT_MILLIS * MILLI
                + (20 + 37L * number() % 900) * MILLI;
        open.ifPresent(operation -> timedOut(operation, nanos));
        RankStory.Progress world = rank.progress().iterator().next();
        torch(
                nanos + 2 * SECOND,
                'E',
                1743,
                LogWords.groupTag(rank, world.communicator())
                        + " Received a dump signal due to a collective timeout from "
                        + (open.isPresent() ? "this local rank" : " rank " + firstWaiter())
                        + " and we will try our best to dump the debug info. Last enqueued NCCL work: "
                        + world.enqueued() + ", last completed NCCL work: " + world.completed() + ".");
        torch(
                nanos + 2 * SECOND,
                'E',
                1533,
                LogWords.groupTag(rank, world.communicator())
                        + " ProcessGroupNCCL preparing to dump debug info. Include stack trace: 1");
    }

    private int firstWaiter() {
        return story.ranks().stream()
                .filter(each -> each.firstOpen().isPresent())
                .mapToInt(RankStory::rank)
                .findFirst()
                .orElse(0);
    }

    private void timedOut(TorchOperation operation, long nanos) {
        RankStory.Progress group = rank.progress(operation.communicator());
        String tag = LogWords.groupTag(rank, operation.communicator());
        int own = operation.communicator().commRank(number());
        String words = "[Rank " + own + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum="
                + operation.sequence() + ", OpType=" + operation.type() + ", NumelIn=" + operation.in() + ", NumelOut="
                + operation.out() + ", Timeout(ms)=" + LogWords.TIMEOUT_MILLIS + ") ran for "
                + (LogWords.TIMEOUT_MILLIS + 20 + 37 * number() % 900) + " milliseconds before timing out.";
        torch(nanos, 'E', 683, words);
        torch(
                nanos + MILLI,
                'E',
                2241,
                tag + "  failure detected by watchdog at work sequence id: " + operation.sequence()
                        + " PG status: last enqueued work: " + group.enqueued() + ", last completed work: "
                        + group.completed());
        torch(
                nanos + 2 * MILLI,
                'E',
                730,
                "Stack trace of the failed collective not found, potentially because"
                        + " FlightRecorder is disabled. You can enable it by setting TORCH_NCCL_TRACE_BUFFER_SIZE to a"
                        + " non-zero value.");
        torch(nanos + 3 * MILLI, 'E', 2573, tag + " First PG on this rank to signal dumping.");
        torch(
                nanos + 60 * SECOND,
                'E',
                744,
                tag + " Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels,"
                        + " subsequent GPU operations might run on corrupted/incomplete data.");
        torch(
                nanos + 60 * SECOND,
                'E',
                758,
                tag + " To avoid data inconsistency, we are taking the entire process down.");
    }

    /// All make all groups in one order, and wait for each other at each. The one that never comes says nothing of it.
    private void stuckSetup(Fault.StuckSetup fault) {
        int last = story.cluster().communicators().of(fault.rank(), fault.role()).stream()
                .mapToInt(Communicator::index)
                .findFirst()
                .orElse(0);
        int ranks = story.ranks().size();
        for (int group = 0; group <= last; group++) {
            if (group < last || number() != fault.rank()) {
                lines.add("INFO:torch.distributed.distributed_c10d:Added key: store_based_barrier_key:" + (group + 1)
                        + " to store for rank: " + number());
            }
        }
        String state = "key: store_based_barrier_key:" + (last + 1) + " (world_size=" + ranks + ", num_workers_joined="
                + (ranks - 1) + ", timeout=0:10:00)";
        if (number() != fault.rank()) {
            lines.add("INFO:torch.distributed.distributed_c10d:Waiting in store based barrier to initialize process"
                    + " group for rank: " + number() + ", " + state);
            lines.add("[rank" + number() + "]: torch.distributed.DistStoreError: Timed out initializing process group"
                    + " in store based barrier on rank " + number() + ", for " + state);
        }
    }
}
