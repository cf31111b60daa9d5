// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.judgement;

import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.json.JsonWriter;
import java.util.Locale;

/// What a person said of an incident; a later one replaces an earlier one.
///
/// @param by who, as they call themselves; may be empty
/// @param note why; may be empty
public record Judgement(String incidentId, Verdict verdict, String by, String note, long wallNanos) {
    /// The two things that can be said.
    public enum Verdict {
        /// It was so.
        CONFIRMED,
        /// It was not.
        FALSE;

        /// As JSON spells it: `confirmed`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Writes its fields.
    public void write(JsonWriter out) {
        out.text("incident_id", incidentId)
                .text("verdict", verdict.label())
                .text("by", by)
                .text("note", note)
                .time("at", wallNanos);
    }

    /// Reads them.
    ///
    /// @throws Unfit if one that must be there is not
    public static Judgement read(JsonTree in) throws Unfit {
        String verdict = in.text("verdict");
        if (!verdict.equals("confirmed") && !verdict.equals("false")) {
            throw new Unfit("verdict must be confirmed or false: " + verdict);
        }
        return new Judgement(
                in.text("incident_id"),
                verdict.equals("false") ? Verdict.FALSE : Verdict.CONFIRMED,
                in.optionalText("by").orElse(""),
                in.optionalText("note").orElse(""),
                in.time("at"));
    }
}
