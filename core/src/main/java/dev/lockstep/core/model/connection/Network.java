// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What the network plugin tells of a connection. `transports` and `devices` are sets of bits: bit 0 InfiniBand (RoCE
/// too), bit 1 sockets; NCCL's numbers of InfiniBand devices.
public record Network(int transports, int devices, long events, long bytes) {
    /// It tells nothing.
    public static final Network UNTOLD = new Network(0, 0, 0, 0);
    /// Bit of InfiniBand.
    public static final int IB = 1;
    /// Bit of sockets.
    public static final int SOCKET = 2;

    private static final List<String> TRANSPORTS = List.of("ib", "socket");

    /// Both together.
    public Network plus(Network that) {
        return new Network(
                transports | that.transports, devices | that.devices, events + that.events, bytes + that.bytes);
    }

    /// What came since `earlier`; transports and devices stay.
    public Network since(Network earlier) {
        return new Network(transports, devices, Since.since(events, earlier.events), Since.since(bytes, earlier.bytes));
    }

    /// The value of the label `transport`; empty if it is not told.
    public String transportLabel() {
        return IntStream.range(0, TRANSPORTS.size())
                .filter(bit -> (transports >>> bit & 1) != 0)
                .mapToObj(TRANSPORTS::get)
                .collect(Collectors.joining("+"));
    }

    /// The value of the label `nic`: NCCL's number of the device, several with `+` between them; empty if it is not
    /// told.
    public String nicLabel() {
        return IntStream.range(0, Integer.SIZE)
                .filter(bit -> (devices >>> bit & 1) != 0)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining("+"));
    }
}
