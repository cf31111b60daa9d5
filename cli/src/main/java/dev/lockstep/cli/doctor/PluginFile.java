// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.nio.file.Path;

/// What a plugin library is, by the texts in it.
enum PluginFile {
    /// Lockstep's plugin under whatever name.
    OURS,
    /// Another one that profiles.
    OTHER_PROFILER,
    /// A library without a profiler.
    NO_PROFILER;

    private static final String OUR_TEXT = "LOCKSTEP_DISABLE";
    private static final String PROFILER_SYMBOL = "ncclProfiler_v";

    static PluginFile of(Path library) {
        if (LibraryText.has(library, OUR_TEXT)) {
            return OURS;
        }
        return LibraryText.has(library, PROFILER_SYMBOL) ? OTHER_PROFILER : NO_PROFILER;
    }
}
