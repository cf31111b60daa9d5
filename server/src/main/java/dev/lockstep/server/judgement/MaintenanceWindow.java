// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.judgement;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.json.JsonTree;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.json.JsonWriter;
import java.util.Optional;

/// A time in which incidents of a node or of a job alert nobody, since somebody works there. They are still found, kept
/// and shown.
///
/// @param node the node; absent where the window is for a whole job
/// @param jobId the job; absent where the window is for a node
public record MaintenanceWindow(
        Optional<String> node,
        Optional<String> jobId,
        long fromWallNanos,
        long untilWallNanos,
        String by,
        String note) {
    /// Whether it silences that incident at that time: it is of that job, or all who are named are on that node.
    public boolean covers(Incident incident, long wallNanos) {
        if (wallNanos < fromWallNanos || wallNanos >= untilWallNanos) {
            return false;
        }
        boolean isJob = jobId.isPresent() && jobId.get().equals(incident.job().jobId());
        return isJob || (node.isPresent() && isOnlyOn(node.get(), incident));
    }

    private static boolean isOnlyOn(String node, Incident incident) {
        return !incident.culprits().isEmpty()
                && incident.culprits().stream()
                        .allMatch(culprit -> culprit.node().filter(node::equals).isPresent());
    }

    /// Writes its fields.
    public void write(JsonWriter out) {
        out.text("node", node)
                .text("job_id", jobId)
                .time("from", fromWallNanos)
                .time("until", untilWallNanos)
                .text("by", by)
                .text("note", note);
    }

    /// Reads them; without `from` it begins at `nowWallNanos`.
    ///
    /// @throws Unfit if one that must be there is not
    public static MaintenanceWindow read(JsonTree in, long nowWallNanos) throws Unfit {
        Optional<String> node = in.optionalText("node");
        Optional<String> jobId = in.optionalText("job_id");
        if (node.isPresent() == jobId.isPresent()) {
            throw new Unfit("a maintenance window is for a node or for a job_id: give one of them");
        }
        long from = in.optionalTime("from").orElse(nowWallNanos);
        long until = in.time("until");
        if (until <= from) {
            throw new Unfit("until must be later than from");
        }
        return new MaintenanceWindow(
                node,
                jobId,
                from,
                until,
                in.optionalText("by").orElse(""),
                in.optionalText("note").orElse(""));
    }
}
