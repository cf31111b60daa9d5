// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

/// Bits of the activation mask and types of events that the simulator plays.
public final class EventType {
    public static final int GROUP = 1;
    public static final int COLL = 1 << 1;
    public static final int P2P = 1 << 2;
    public static final int PROXY_OP = 1 << 3;
    public static final int PROXY_STEP = 1 << 4;
    public static final int PROXY_CTRL = 1 << 5;
    public static final int KERNEL_CH = 1 << 6;
    public static final int NET_PLUGIN = 1 << 7;
    public static final int GROUP_API = 1 << 8;
    public static final int COLL_API = 1 << 9;
    public static final int P2P_API = 1 << 10;
    public static final int KERNEL_LAUNCH = 1 << 11;
    public static final int COPY_ENGINE = 7 << 12;

    private static final int BELOW = PROXY_OP | PROXY_STEP | KERNEL_CH | NET_PLUGIN;

    private EventType() {}

    /// Which of the types a plugin's mask turns on: asking for an event turns on those above it.
    public static int active(int mask) {
        int active = mask & (KERNEL_CH | KERNEL_LAUNCH);
        active |= mask & NET_PLUGIN;
        active |= turnedOn(mask, PROXY_STEP | NET_PLUGIN, PROXY_STEP);
        active |= turnedOn(mask, PROXY_OP | PROXY_STEP | NET_PLUGIN, PROXY_OP);
        active |= turnedOn(mask, ~PROXY_CTRL, GROUP_API);
        active |= turnedOn(mask, COLL_API | COLL | BELOW | COPY_ENGINE, COLL_API);
        active |= turnedOn(mask, P2P_API | P2P | BELOW, P2P_API);
        active |= turnedOn(mask, GROUP | COLL | P2P | BELOW, GROUP);
        active |= turnedOn(mask, COLL | BELOW, COLL);
        active |= turnedOn(mask, P2P | BELOW, P2P);
        return active;
    }

    private static int turnedOn(int mask, int by, int type) {
        return (mask & by) == 0 ? 0 : type;
    }
}
