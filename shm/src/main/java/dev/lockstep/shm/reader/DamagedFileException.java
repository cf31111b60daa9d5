// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.shm.ShmDamage;

/// Ends a reading from inside; {@link ShmReader} turns it into a value and never lets it out.
final class DamagedFileException extends Exception {
    private final ShmDamage damage;

    DamagedFileException(ShmDamage damage, String detail) {
        super(detail, null, false, false);
        this.damage = damage;
    }

    ShmDamage damage() {
        return damage;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
