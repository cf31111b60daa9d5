// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.nccl;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A version of NCCL, `2.30.7`.
public record NcclVersion(int major, int minor, int patch) implements Comparable<NcclVersion> {
    private static final Pattern TEXT =
            Pattern.compile("(?<major>\\d{1,3})\\.(?<minor>\\d{1,3})\\.(?<patch>\\d{1,3})(?!\\d)");
    private static final Comparator<NcclVersion> ORDER = Comparator.comparingInt(NcclVersion::major)
            .thenComparingInt(NcclVersion::minor)
            .thenComparingInt(NcclVersion::patch);

    /// The first version in a text such as `NCCL version 2.28.9+cuda12.9` or `libnccl.so.2.28.9`.
    public static Optional<NcclVersion> in(String text) {
        Matcher version = TEXT.matcher(text);
        return version.find() ? Optional.of(of(version)) : Optional.empty();
    }

    /// The version that is this text and nothing else.
    public static NcclVersion of(String text) {
        Matcher version = TEXT.matcher(text);
        if (!version.matches()) {
            throw new IllegalArgumentException("no version of NCCL: " + text);
        }
        return of(version);
    }

    private static NcclVersion of(Matcher version) {
        return new NcclVersion(
                Integer.parseInt(version.group("major")),
                Integer.parseInt(version.group("minor")),
                Integer.parseInt(version.group("patch")));
    }

    /// Whether it came out with or after the other.
    public boolean isAtLeast(NcclVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(NcclVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
