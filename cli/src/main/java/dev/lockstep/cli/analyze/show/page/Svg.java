// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

import dev.lockstep.cli.text.Html;
import java.util.Locale;

/// A drawing as SVG text. Colours come from the page's style, so that it follows light and dark.
final class Svg {
    private final StringBuilder text = new StringBuilder();
    private final int width;
    private final int height;

    Svg(int width, int height, String title) {
        this.width = width;
        this.height = height;
        text.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                width,
                height,
                Html.escaped(title)));
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    Svg line(double x1, double y1, double x2, double y2, String style) {
        text.append("<line");
        number("x1", x1).number("y1", y1).number("x2", x2).number("y2", y2);
        text.append(" class=\"").append(style).append("\"/>");
        return this;
    }

    /// A box with a tip that shows when the pointer rests on it.
    Svg box(Box box, String attributes, String tip) {
        text.append("<rect");
        number("x", box.x()).number("y", box.y()).number("width", box.width()).number("height", box.height());
        text.append(' ');
        text.append(attributes).append("><title>").append(Html.escaped(tip)).append("</title></rect>");
        return this;
    }

    /// Where a box lies.
    record Box(double x, double y, double width, double height) {}

    Svg dot(double x, double y, String style, String tip) {
        text.append("<circle r=\"4\"");
        number("cx", x).number("cy", y);
        text.append(" class=\"").append(style).append("\">");
        text.append("<title>").append(Html.escaped(tip)).append("</title></circle>");
        return this;
    }

    /// Text whose `anchor` is start, middle or end.
    Svg label(double x, double y, String anchor, String label) {
        text.append("<text");
        number("x", x).number("y", y);
        text.append(" text-anchor=\"").append(anchor).append("\">");
        text.append(Html.escaped(label)).append("</text>");
        return this;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /// An attribute whose value is a number.
    private Svg number(String name, double value) {
        text.append(' ').append(name).append("=\"").append(decimal(value)).append('"');
        return this;
    }

    @Override
    public String toString() {
        return text + "</svg>";
    }
}
