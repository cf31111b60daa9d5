// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.nccl;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Versions of NCCL that have something in common: those from one on, up to another, or some by name.
public sealed interface NcclVersions {
    /// Whether it is one of them.
    boolean contains(NcclVersion version);

    /// `2.29.2 and newer`, `2.27.3, 2.27.7`.
    String words();

    /// From the first to the last, both included; with no last, to today's.
    record Span(NcclVersion first, Optional<NcclVersion> last) implements NcclVersions {
        @Override
        public boolean contains(NcclVersion version) {
            return version.isAtLeast(first)
                    && last.map(end -> end.isAtLeast(version)).orElse(true);
        }

        @Override
        public String words() {
            return last.map(end -> first + " to " + end).orElse(first + " and newer");
        }
    }

    /// Each by its name.
    record Named(List<NcclVersion> versions) implements NcclVersions {
        public Named {
            versions = List.copyOf(versions);
        }

        @Override
        public boolean contains(NcclVersion version) {
            return versions.contains(version);
        }

        @Override
        public String words() {
            return versions.stream().map(NcclVersion::toString).collect(Collectors.joining(", "));
        }
    }

    /// From this one on.
    static NcclVersions from(String first) {
        return new Span(NcclVersion.of(first), Optional.empty());
    }

    /// Between two, both included.
    static NcclVersions between(String first, String last) {
        return new Span(NcclVersion.of(first), Optional.of(NcclVersion.of(last)));
    }

    /// These.
    static NcclVersions named(String... versions) {
        return new Named(List.of(versions).stream().map(NcclVersion::of).toList());
    }
}
