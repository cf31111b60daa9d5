// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

/// Power-of-two class of an operation's size: class *k* holds every size above 2^(k−1) and up to
/// 2^k bytes, so its
/// label
/// (`256KiB`) reads "up to 256 KiB". Sizes of 0 and 1 are class 0. The value 255 means "folded with
/// other classes".
public record SizeClass(int exponent) implements Comparable<SizeClass> {
    /// The class into which everything beyond a series budget is folded; its label is `other`.
    public static final SizeClass OTHER = new SizeClass(255);

    private static final int EXPONENT_MAX = 63;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    public SizeClass {
        if (exponent != 255 && (exponent < 0 || exponent > EXPONENT_MAX)) {
            throw new IllegalArgumentException(
                    "size class exponent must be 0.." + EXPONENT_MAX + " or 255: " + exponent);
        }
    }

    /// The class of a size in bytes, which must not be negative.
    public static SizeClass of(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
        return new SizeClass(bytes <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
    }

    /// The value of the label `size`: `1B`, `512B`, `1KiB`, `256KiB`, `16MiB`, or `other`.
    public String label() {
        if (this.equals(OTHER)) {
            return "other";
        }
        return (1L << (exponent % 10)) + UNITS[exponent / 10];
    }

    @Override
    public int compareTo(SizeClass that) {
        return Integer.compare(exponent, that.exponent);
    }
}
