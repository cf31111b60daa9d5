// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

/// Text inside a page. Names come from files that jobs write.
final class Html {
    private Html() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
