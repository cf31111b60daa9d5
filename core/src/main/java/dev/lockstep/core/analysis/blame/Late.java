// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

/// A GPU that comes late by itself, span after span.
///
/// @param place in its crew
/// @param share own delay by what its peers compute in the same time, the middle of all spans
/// @param delayNanos own delay in a span, the middle of all spans
/// @param isHost whether it waits for its host
/// @param sinceNanos for how long by now
/// @param spans in how many spans it was compared
/// @param steadiness in which share of them it was late
/// @param isWithNode whether most of it is what all GPUs of its node are late by: that tells nothing of this one
/// @param isSure whether it is known by how much it is late; it may be only a little otherwise
record Late(
        int place,
        double share,
        float delayNanos,
        boolean isHost,
        long sinceNanos,
        int spans,
        double steadiness,
        boolean isWithNode,
        boolean isSure) {
    /// The same by its host, or by its GPU.
    Late by(boolean host) {
        return new Late(place, share, delayNanos, host, sinceNanos, spans, steadiness, isWithNode, isSure);
    }

    /// The same with its node, or by itself.
    Late withNode(boolean withNode) {
        return new Late(place, share, delayNanos, isHost, sinceNanos, spans, steadiness, withNode, isSure);
    }

    /// The same where it cannot be told how late it is.
    Late unsure() {
        return new Late(place, share, delayNanos, isHost, sinceNanos, spans, steadiness, isWithNode, false);
    }
}
