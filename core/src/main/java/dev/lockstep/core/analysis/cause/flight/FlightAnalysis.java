// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.flight;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.List;
import java.util.Map;

/// One finding of PyTorch's own analyser (`torchfrtrace`), as it printed it.
///
/// @param sequence number of the collective; -1 if not printed
/// @param missing world ranks that it did not find in the collective
/// @param undumped world ranks without a dump, where that is why it could not decide
/// @param errors by world rank. The analyser takes the first rank's view for right, so if it was the odd one, all
/// others
/// stand here
public record FlightAnalysis(
        Source source,
        What what,
        long sequence,
        String group,
        String description,
        String operation,
        List<Integer> missing,
        List<Integer> expected,
        List<Integer> undumped,
        Map<Integer, String> errors,
        String sizes,
        String state)
        implements Detail {
    /// What it found.
    public enum What {
        /// Not all ranks joined.
        NOT_JOINED,
        /// They joined and differ.
        DIFFERENT,
        /// It could not decide.
        UNDECIDED
    }

    public FlightAnalysis {
        missing = List.copyOf(missing);
        expected = List.copyOf(expected);
        undumped = List.copyOf(undumped);
        errors = Map.copyOf(errors);
    }
}
