// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import java.util.Locale;

/// What a communicator is for in a training job. docs/roles.md says how each is told.
public enum Role {
    /// All ranks of the job.
    WORLD,
    /// Splits each layer's tensors.
    TENSOR,
    /// Splits the sequence.
    CONTEXT,
    /// Splits the experts of a layer.
    EXPERT,
    /// The copies of one expert.
    EXPERT_DATA,
    /// The copies of one part of the model.
    DATA,
    /// The stages of the model.
    PIPELINE,
    /// The stages that share the embedding.
    EMBEDDING,
    /// Said by its name to be several of these at once.
    SEVERAL;

    /// The value of the label `role`: `expert_data`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
