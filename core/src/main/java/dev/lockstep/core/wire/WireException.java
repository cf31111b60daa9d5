// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

/// Bytes that are no batch. The message is one line that says what is wrong, for the sender.
public final class WireException extends Exception {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /// Kinds of damage, for counters.
    public enum Reason {
        /// It does not begin as a batch does.
        NOT_A_BATCH("not_a_batch"),
        /// Of a major version that this decoder does not know.
        VERSION("version"),
        /// Longer or shorter than it says.
        LENGTH("length"),
        /// The checksum does not fit.
        CHECKSUM("checksum"),
        /// Its contents contradict the format.
        MALFORMED("malformed"),
        /// More of something than {@link WireLimits} allow.
        OVER_LIMIT("over_limit");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        /// The value of a label `reason`.
        public String label() {
            return label;
        }
    }

    WireException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    static WireException malformed(String what) {
        return new WireException(Reason.MALFORMED, what);
    }

    /// What kind of damage it is.
    public Reason reason() {
        return reason;
    }

    /// Costs nothing worth mentioning, since a receiver may see many of them.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
