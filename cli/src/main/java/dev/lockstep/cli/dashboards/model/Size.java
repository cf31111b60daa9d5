// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

/// A panel's width in 24ths of the page, and its height in units of about 30 pixels.
public record Size(int width, int height) {
    /// All columns of the page.
    public static final int PAGE = 24;

    public static final Size NUMBER = new Size(4, 4);
    public static final Size THIRD = new Size(8, 8);
    public static final Size HALF = new Size(12, 8);
    public static final Size FULL = new Size(PAGE, 9);
    public static final Size BAND = new Size(PAGE, 6);
    public static final Size TALL = new Size(PAGE, 12);

    public Size {
        if (width < 1 || width > PAGE || height < 1) {
            throw new IllegalArgumentException("no size: " + width + " x " + height);
        }
    }
}
