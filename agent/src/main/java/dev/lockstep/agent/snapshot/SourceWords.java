// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

/// How a source is, in a few words for a person: `fresh, 8 processes`, `absent: no job has run here`.
public final class SourceWords {
    private SourceWords() {}

    /// The words for one source.
    public static String of(SourceSnapshot source) {
        return switch (source.state()) {
            case SourceState.Fresh() ->
                source.timings().isEmpty()
                        ? "fresh, " + source.living() + (source.living() == 1 ? " process" : " processes")
                        : "fresh, " + source.timings().size() + " reported means";
            case SourceState.Absent(String reason) -> "absent: " + reason;
            case SourceState.Failed(String reason) -> "failed: " + reason;
        };
    }
}
