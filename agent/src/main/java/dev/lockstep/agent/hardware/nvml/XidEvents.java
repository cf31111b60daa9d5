// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Xids as NVML tells them, those since the agent started; the kernel's log tells more of them, where it may be read.
final class XidEvents {
    /// Events that are taken at once.
    static final int EVENTS_MAX = 256;

    private static final int EVENT_BYTES = 32;
    private static final int DATA_AT = 16;
    private static final int NOT_WAITING = 0;

    /// `nvmlEventTypeXidCriticalError`.
    private static final long XID = 8;

    /// An Xid of a GPU, by its handle.
    record Event(long device, int xid) {}

    private final NvmlLibrary nvml;
    private final MemorySegment event;
    private final MemorySegment set;
    private final boolean isTold;

    XidEvents(NvmlLibrary nvml, List<NvmlDevice> devices) {
        this.nvml = nvml;
        this.event = nvml.memory(EVENT_BYTES);
        MemorySegment slot = nvml.memory(ADDRESS.byteSize());
        this.isTold = nvml.call("nvmlEventSetCreate", slot) == NvmlLibrary.SUCCESS;
        this.set = isTold ? slot.get(ADDRESS, 0) : MemorySegment.NULL;
        if (isTold) {
            devices.forEach(device -> nvml.call("nvmlDeviceRegisterEvents", device.handle(), XID, set));
        }
    }

    /// What has come since the call before.
    List<Event> take() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; isTold && i < EVENTS_MAX; i++) {
            if (nvml.call("nvmlEventSetWait_v2", set, event, NOT_WAITING) != NvmlLibrary.SUCCESS) {
                break;
            }
            if (event.get(JAVA_LONG, Long.BYTES) == XID) {
                events.add(new Event(event.get(JAVA_LONG, 0), event.get(JAVA_INT, DATA_AT)));
            }
        }
        return events;
    }

    void close() {
        if (isTold) {
            nvml.call("nvmlEventSetFree", set);
        }
    }
}
