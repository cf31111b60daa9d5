// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.RankLayout;

/// Which way the bytes of a group go on one rank: over NVLink to ranks of its node, over PCIe to the network card.
/// A collective that spans nodes is a ring that leaves the node once.
record Routes(RankLayout layout) {
    /// Bytes of one group on one rank.
    record Bytes(double nvlinkSent, double nvlinkReceived, double pcieSent, double pcieReceived) {
        static final Bytes NONE = new Bytes(0, 0, 0, 0);

        Bytes plus(Bytes that) {
            return new Bytes(
                    nvlinkSent + that.nvlinkSent,
                    nvlinkReceived + that.nvlinkReceived,
                    pcieSent + that.pcieSent,
                    pcieReceived + that.pcieReceived);
        }

        Bytes times(double factor) {
            return new Bytes(nvlinkSent * factor, nvlinkReceived * factor, pcieSent * factor, pcieReceived * factor);
        }
    }

    Bytes of(GroupRun run) {
        Communicator communicator = run.launch().communicator();
        Bytes sum = Bytes.NONE;
        for (Call call : run.launch().calls()) {
            sum = sum.plus(
                    call.function().isPointToPoint()
                            ? pointToPoint(call, communicator, run.rank())
                            : collective(call, communicator));
        }
        return sum;
    }

    private Bytes pointToPoint(Call call, Communicator communicator, int rank) {
        int peer = communicator.worldRank(call.peer());
        double bytes = peer == rank ? 0 : call.sizeBytes(communicator.ranks());
        double sent = call.function() == NcclFunction.SEND ? bytes : 0;
        double received = bytes - sent;
        return layout.node(peer) == layout.node(rank)
                ? new Bytes(sent, received, 0, 0)
                : new Bytes(0, 0, sent, received);
    }

    private static Bytes collective(Call call, Communicator communicator) {
        int ranks = communicator.ranks();
        double bytes = call.sizeBytes(ranks) * call.function().busFactor(ranks);
        double local =
                communicator.nodes() == 1 ? 1 : (communicator.ranksPerNode() - 1.0) / communicator.ranksPerNode();
        return new Bytes(bytes * local, bytes * local, bytes * (1 - local), bytes * (1 - local));
    }
}
