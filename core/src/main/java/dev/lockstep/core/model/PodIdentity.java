// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Optional;

/// What Kubernetes says of a process, by the pod's environment (downward API) or by its control group. `container` is
/// its name, else the id that the container runtime gave it.
public record PodIdentity(
        Optional<String> uid, Optional<String> namespace, Optional<String> name, Optional<String> container) {
    /// Nothing is known.
    public static final PodIdentity UNKNOWN =
            new PodIdentity(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /// This, and what `that` knows beyond it.
    public PodIdentity or(PodIdentity that) {
        return new PodIdentity(
                uid.or(that::uid), namespace.or(that::namespace), name.or(that::name), container.or(that::container));
    }
}
