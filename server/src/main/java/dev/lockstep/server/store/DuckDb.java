// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/// DuckDB in memory that is bounded, on one thread, without extensions and without a network.
public final class DuckDb {
    private static final String MEMORY_LIMIT = "256MB";
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");
    private static final String NATIVE_LIBRARY = "libduckdb_java";

    private DuckDb() {}

    /// An empty database.
    public static DuckDBConnection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("memory_limit", MEMORY_LIMIT);
        properties.setProperty("threads", "1");
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("temp_directory", "");
        Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", properties);
        if (connection == null) {
            throw new SQLException("DuckDB does not take its own address");
        }
        removeUnpackedLibrary();
        return connection.unwrap(DuckDBConnection.class);
    }

    /// The driver unpacks 70 MB of native code into the folder for temporary files and removes it when the process ends
    /// well. It is mapped by now, so that its name can go at once, and a kill leaves nothing.
    private static void removeUnpackedLibrary() {
        try (Stream<String> maps = Files.lines(MAPPED_FILES, StandardCharsets.UTF_8)) {
            List<Path> unpacked = maps.filter(line -> line.contains(NATIVE_LIBRARY) && line.indexOf('/') > 0)
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .distinct()
                    .toList();
            for (Path file : unpacked) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | RuntimeException notLinux) {
            return;
        }
    }

    /// A file's name as a text of SQL.
    public static String quoted(Path file) {
        return "'" + file.toString().replace("'", "''") + "'";
    }
}
