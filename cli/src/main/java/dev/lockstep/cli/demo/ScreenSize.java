// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

/// Rows and columns of a terminal.
record ScreenSize(int rows, int columns) {
    /// Enough for two nodes of eight ranks, where nobody tells.
    static final ScreenSize USUAL = new ScreenSize(48, 120);
}
