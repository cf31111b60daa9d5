// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalLong;

/// What one GPU answers. Marks for "not available" (all bits set) are absent, as is what fails.
final class NvmlDevice {
    private static final int TEXT_BYTES = 96;
    private static final int SCRATCH_BYTES = 128;
    private static final int PCI_BYTES = 68;
    private static final int PCI_BUS_ID_AT = 36;
    private static final int FIELD_BYTES = 40;
    private static final int FIELD_SCOPE_AT = 4;
    private static final int FIELD_TYPE_AT = 24;
    private static final int FIELD_STATUS_AT = 28;
    private static final int FIELD_VALUE_AT = 32;
    private static final int FIELD_IS_DOUBLE = 0;
    private static final int FABRIC_STATUS_AT = 16;
    private static final int FABRIC_CLIQUE_AT = 20;
    private static final int FABRIC_STATE_AT = 24;
    private static final int FABRIC_READY = 3;
    private static final int UUID_BYTES = 16;

    private final NvmlLibrary nvml;
    private final MemorySegment device;
    private final MemorySegment out;

    NvmlDevice(NvmlLibrary nvml, MemorySegment device) {
        this.nvml = nvml;
        this.device = device;
        this.out = nvml.memory(SCRATCH_BYTES);
    }

    /// The handle, by which events name it.
    MemorySegment handle() {
        return device;
    }

    Optional<String> text(String function) {
        boolean isTold = nvml.call(function, device, out, TEXT_BYTES) == NvmlLibrary.SUCCESS;
        return isTold ? Optional.of(out.getString(0)).filter(text -> !text.isEmpty()) : Optional.empty();
    }

    /// `0000:1b:00.0`, from what NVML writes with a domain of eight digits.
    Optional<String> pciBusId() {
        if (nvml.call("nvmlDeviceGetPciInfo_v3", device, out) != NvmlLibrary.SUCCESS) {
            return Optional.empty();
        }
        String busId = out.asSlice(0, PCI_BYTES).getString(PCI_BUS_ID_AT).toLowerCase(java.util.Locale.ROOT);
        return Optional.of(busId.matches("0000[0-9a-f]{4}:.*") ? busId.substring(4) : busId);
    }

    /// A number of 32 bits.
    OptionalLong small(String function) {
        return small(nvml.call(function, device, out), 0);
    }

    /// The same of a function that is told which: a sensor, a clock, a link.
    OptionalLong small(String function, int which) {
        return small(nvml.call(function, device, which, out), 0);
    }

    /// A number of 64 bits.
    OptionalLong large(String function) {
        return large(nvml.call(function, device, out), 0);
    }

    OptionalLong large(String function, int one, int other) {
        return large(nvml.call(function, device, one, other, out), 0);
    }

    /// The numbers of 32 bits, or of 64 bits, of a small structure.
    OptionalLong smallAt(String function, int index) {
        return small(nvml.call(function, device, out), index * Integer.BYTES);
    }

    OptionalLong largeAt(String function, int index) {
        return large(nvml.call(function, device, out), index * Long.BYTES);
    }

    /// Rows replaced after corrected and uncorrected errors, whether one is pending, whether one failed.
    OptionalLong[] remappedRows() {
        int status =
                nvml.call("nvmlDeviceGetRemappedRows", device, out, out.asSlice(4), out.asSlice(8), out.asSlice(12));
        return new OptionalLong[] {small(status, 0), small(status, 4), small(status, 8), small(status, 12)};
    }

    /// A value of NVML's table of fields; `scope` is the link where it is one of a link.
    OptionalLong field(int field, int scope) {
        out.asSlice(0, FIELD_BYTES).fill((byte) 0);
        out.set(JAVA_INT, 0, field);
        out.set(JAVA_INT, FIELD_SCOPE_AT, scope);
        boolean isTold = nvml.call("nvmlDeviceGetFieldValues", device, 1, out) == NvmlLibrary.SUCCESS
                && out.get(JAVA_INT, FIELD_STATUS_AT) == NvmlLibrary.SUCCESS
                && out.get(JAVA_INT, FIELD_TYPE_AT) != FIELD_IS_DOUBLE;
        OptionalLong value = isTold ? large(NvmlLibrary.SUCCESS, FIELD_VALUE_AT) : OptionalLong.empty();
        return value.isPresent() && value.getAsLong() == 0xffff_ffffL ? OptionalLong.empty() : value;
    }

    /// Processes that compute on it.
    OptionalLong processes() {
        out.set(JAVA_INT, 0, 0);
        int status = nvml.call("nvmlDeviceGetComputeRunningProcesses_v3", device, out, MemorySegment.NULL);
        return small(status == NvmlLibrary.TOO_SHORT ? NvmlLibrary.SUCCESS : status, 0);
    }

    /// Cluster and clique of the GPUs that NVLink joins over nodes, once they have found each other.
    Optional<String> fabric() {
        boolean isJoined = nvml.call("nvmlDeviceGetGpuFabricInfo", device, out) == NvmlLibrary.SUCCESS
                && out.get(JAVA_INT, FABRIC_STATUS_AT) == NvmlLibrary.SUCCESS
                && out.get(JAVA_BYTE, FABRIC_STATE_AT) == FABRIC_READY;
        if (!isJoined) {
            return Optional.empty();
        }
        StringBuilder uuid = new StringBuilder();
        long sum = 0;
        for (int i = 0; i < UUID_BYTES; i++) {
            int octet = out.get(JAVA_BYTE, i) & 0xff;
            sum += octet;
            uuid.append("%02x".formatted(octet)).append(i == 3 || i == 5 || i == 7 || i == 9 ? "-" : "");
        }
        return sum == 0 ? Optional.empty() : Optional.of(uuid + "/" + out.get(JAVA_INT, FABRIC_CLIQUE_AT));
    }

    private OptionalLong small(int status, int at) {
        int value = status == NvmlLibrary.SUCCESS ? out.get(JAVA_INT, at) : -1;
        return value == -1 ? OptionalLong.empty() : OptionalLong.of(Integer.toUnsignedLong(value));
    }

    private OptionalLong large(int status, int at) {
        long value = status == NvmlLibrary.SUCCESS ? out.get(JAVA_LONG_UNALIGNED, at) : -1;
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
