// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

/// A choice that the reader of a dashboard makes, the label that it chooses by, and whether one value or many.
public enum Variable {
    /// One job.
    JOB("job", "Job", Labels.JOB_ID, Choice.ONE),
    /// Jobs.
    JOBS("job", "Job", Labels.JOB_ID, Choice.MANY),
    /// One node.
    NODE("node", "Node", Labels.NODE, Choice.ONE),
    /// Nodes.
    NODES("node", "Node", Labels.NODE, Choice.MANY),
    /// Communicators.
    COMMS("comm", "Communicator", Labels.COMM, Choice.MANY),
    /// One GPU.
    GPU("uuid", "GPU", Labels.UUID, Choice.ONE),
    /// Functions.
    COLLECTIVES("collective", "Collective", Labels.COLLECTIVE, Choice.MANY);

    /// How many values may be chosen.
    public enum Choice {
        /// One.
        ONE,
        /// Several, or all.
        MANY
    }

    private final String id;
    private final String title;
    private final String label;
    private final Choice choice;

    Variable(String id, String title, String label, Choice choice) {
        this.id = id;
        this.title = title;
        this.label = label;
        this.choice = choice;
    }

    /// Its name in addresses, as in `var-job=4711`.
    public String id() {
        return id;
    }

    /// As readers see it.
    public String title() {
        return title;
    }

    /// The label that it chooses by.
    public String label() {
        return label;
    }

    /// How many values may be chosen.
    public Choice choice() {
        return choice;
    }

    /// As it stands in an expression.
    public String reference() {
        return "$" + id;
    }
}
