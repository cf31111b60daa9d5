// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.view;

import dev.lockstep.cli.dashboards.DashboardFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A dashboard that the viewer offers.
///
/// @param name its file's name
/// @param json read whenever it is asked for, so that a changed file shows at the next reload
public record ViewedDashboard(String name, Content json) {
    /// Where the text comes from.
    @FunctionalInterface
    public interface Content {
        /// The dashboard as Grafana's JSON.
        String read() throws IOException;
    }

    /// Lockstep's own.
    public static List<ViewedDashboard> generated() {
        return DashboardFiles.files().stream()
                .map(file -> new ViewedDashboard(nameOf(Path.of(file.path())), file::text))
                .toList();
    }

    /// One in a file.
    public static ViewedDashboard of(Path file) {
        return new ViewedDashboard(nameOf(file), () -> Files.readString(file));
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }
}
