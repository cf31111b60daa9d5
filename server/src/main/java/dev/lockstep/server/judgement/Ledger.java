// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.judgement;

/// Where what people say is written before they are told that it was heard.
public interface Ledger {
    /// Keeps it for as long as its incident.
    ///
    /// @throws java.io.UncheckedIOException if it could not be kept
    void keep(Judgement judgement);

    /// Keeps it until it is over.
    ///
    /// @throws java.io.UncheckedIOException if it could not be kept
    void keep(MaintenanceWindow window);

    /// One that forgets.
    Ledger NONE = new Ledger() {
        @Override
        public void keep(Judgement judgement) {
            // There is no store.
        }

        @Override
        public void keep(MaintenanceWindow window) {
            // Likewise.
        }
    };
}
