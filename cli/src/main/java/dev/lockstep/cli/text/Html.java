// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

/// Text inside a page. Names come from files that jobs write.
public final class Html {
    private Html() {}

    /// The text, so that nothing in it is taken for markup.
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
