// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

/// What stands behind the "i" of a panel: what it shows, how to read it, and what is missing where only the files of
/// NVIDIA's Inspector feed it.
public record Explanation(String shows, String reading, String inspectorOnly) {
    public Explanation {
        if (shows.isBlank() || reading.isBlank() || inspectorOnly.isBlank()) {
            throw new IllegalArgumentException("an explanation has three parts: " + shows);
        }
    }

    /// As Markdown.
    public String text() {
        return shows + "\n\n**Read it:** " + reading + "\n\n**With Inspector's files only:** " + inspectorOnly;
    }
}
