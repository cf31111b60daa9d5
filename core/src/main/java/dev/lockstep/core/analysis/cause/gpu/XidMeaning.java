// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.Severity;
import java.util.Collection;

/// What Xid numbers mean, for those who have nothing but the number.
public final class XidMeaning {
    private XidMeaning() {}

    /// In a few words.
    public static String name(int xid) {
        return Xid.of(xid).name();
    }

    /// Where nothing else is known.
    public static Severity severity(int xid) {
        return Xid.of(xid).severity();
    }

    /// Whether it is about NVLink.
    public static boolean isNvlink(int xid) {
        return Xid.of(xid).family() == Xid.Family.NVLINK;
    }

    /// The one that the others of the same GPU most probably follow from; order is not known.
    public static int rootOf(Collection<Integer> xids) {
        return xids.stream().min((a, b) -> Integer.compare(rank(a), rank(b))).orElse(0);
    }

    private static int rank(int xid) {
        return switch (Xid.of(xid).family()) {
            case DEVICE -> 0;
            case MEMORY -> 1;
            case NVLINK -> 2;
            case APPLICATION -> 3;
            case NOTICE -> 4;
            case FOLLOW_UP -> 5;
        };
    }
}
