// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.host;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.server.figures.JobFigures;
import java.util.List;

/// What outlives the process, as the analysis thread sees it.
public interface Keeper {
    /// Keeps them before anybody is told of them; false if that failed, and they must be given again.
    boolean keep(List<Incident> changed);

    /// Adds what a batch counted to history.
    void count(NodeFeed feed, long wallNanos);

    /// Adds what late ranks have cost.
    void count(JobFigures figures, long wallNanos);

    /// One that forgets.
    Keeper NONE = new Keeper() {
        @Override
        public boolean keep(List<Incident> changed) {
            return true;
        }

        @Override
        public void count(NodeFeed feed, long wallNanos) {
            // There is no store.
        }

        @Override
        public void count(JobFigures figures, long wallNanos) {
            // There is no store.
        }
    };
}
