// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What a finding rests on, so that it can be checked by hand.
///
/// @param comm communicator where it shows most clearly, 16 hex digits; empty if it is not about one
/// @param collective operation where it shows most clearly, in NCCL's spelling; empty if none
/// @param sequence its sequence number, or its ordinal where it has none
/// @param instances how many instances were looked at
/// @param coverage share of what happened that was seen, 0 to 1
/// @param secondsByRank a figure by world rank (own delay, duration or age, as `facts` say); of many ranks the
/// outermost
/// @param facts sentences in the order in which a person wants them
public record Evidence(
        String comm,
        String collective,
        OptionalLong sequence,
        long instances,
        double coverage,
        Map<Integer, Double> secondsByRank,
        List<String> facts) {
    public Evidence {
        secondsByRank = Map.copyOf(secondsByRank);
        facts = List.copyOf(facts);
    }
}
