// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.figures;

/// How many more series there may be.
final class Room {
    private int left;

    Room(int series) {
        this.left = series;
    }

    static Room none() {
        return new Room(0);
    }

    /// Whether there was room for one more.
    boolean take() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    void give(int back) {
        left += back;
    }
}
