// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.identity.CommunicatorFacts;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/// Takes the identity of a communicator out of its copied row.
final class CommunicatorRow {
    private static final String PCI_BUS_ID = "[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-9a-fA-F]";

    private CommunicatorRow() {}

    static CommunicatorFacts of(CopyBuffer buffer, int at, int row) throws DamagedFileException {
        Optional<String> pciBusId = pciBusId(buffer, at);
        int ordinal = buffer.int32(at + ShmLayout.Communicator.CUDA_DEVICE);
        return new CommunicatorFacts(
                row,
                buffer.int32(at + ShmLayout.Communicator.SERIAL),
                HexFormat.of().toHexDigits(buffer.int64(at + ShmLayout.Communicator.HASH)),
                buffer.int32(at + ShmLayout.Communicator.HASH_ORDINAL),
                buffer.text(at + ShmLayout.Communicator.NAME, ShmLayout.Communicator.NAME_BYTES),
                presentFrom(0, buffer.int32(at + ShmLayout.Communicator.COMM_RANK)),
                presentFrom(1, buffer.int32(at + ShmLayout.Communicator.NRANKS)),
                presentFrom(1, buffer.int32(at + ShmLayout.Communicator.NNODES)),
                pciBusId,
                uuid(buffer, at + ShmLayout.Communicator.DEVICE_UUID),
                pciBusId.orElse(ordinal < 0 ? "" : "cuda " + ordinal),
                buffer.int64(at + ShmLayout.Communicator.CREATED_MONOTONIC_NANOS));
    }

    private static Optional<String> pciBusId(CopyBuffer buffer, int at) throws DamagedFileException {
        String text = buffer.text(at + ShmLayout.Communicator.PCI_BUS_ID, ShmLayout.Communicator.PCI_BUS_ID_BYTES);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.matches(PCI_BUS_ID)) {
            throw new DamagedFileException(ShmDamage.VALUE, "PCI bus id");
        }
        return Optional.of(text);
    }

    private static Optional<String> uuid(CopyBuffer buffer, int at) {
        long high = Long.reverseBytes(buffer.int64(at));
        long low = Long.reverseBytes(buffer.int64(at + Long.BYTES));
        return high == 0 && low == 0 ? Optional.empty() : Optional.of("GPU-" + new UUID(high, low));
    }

    private static OptionalInt presentFrom(int least, int value) {
        return value >= least ? OptionalInt.of(value) : OptionalInt.empty();
    }
}
