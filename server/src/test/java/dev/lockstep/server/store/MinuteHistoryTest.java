// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.server.Feeds;
import dev.lockstep.server.SomeIncidents;
import dev.lockstep.server.config.ServerConfig.History;
import dev.lockstep.server.log.ServerLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// History as Parquet, read by a DuckDB of our own.
class MinuteHistoryTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long DAY = Duration.ofDays(1).toNanos();
    private static final long START = SomeIncidents.START / DAY * DAY;

    private final StoreCounters counters = new StoreCounters();
    private final ServerLog log = new ServerLog(System::nanoTime);

    @TempDir
    Path folder;

    @Test
    void sumsAMinuteOverRanks() throws Exception {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                MinuteHistory history = start(directory, Duration.ofDays(90), 1L << 30)) {
            history.count(Feeds.of("node-a", 1, START, Feeds.process("job-1", 0, 0)), START);
            history.count(Feeds.of("node-b", 1, START, Feeds.process("job-1", 1, 0)), START + 1);
            history.count(Feeds.of("node-a", 2, START, Feeds.process("job-1", 0, 0)), START + MINUTE);
        }

        assertThat(text("SELECT count(*) || ' ' || sum(calls) || ' ' || max(calls) || ' ' || any_value(size)"
                        + " FROM read_parquet('" + folder + "/history/minutes-*.parquet')"))
                .isEqualTo("2 9 6 1MiB");
    }

    @Test
    void keepsIncidentsThatAreOverWithTheirEvidence() throws Exception {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                MinuteHistory history = start(directory, Duration.ofDays(90), 1L << 30)) {
            history.over(List.of(
                    SomeIncidents.open("00000000000000aa"),
                    SomeIncidents.in(SomeIncidents.open("00000000000000bb"), IncidentState.CLOSED)));
        }

        assertThat(text("SELECT id || ' ' || kind || ' ' || nodes || ' ' || ranks || ' ' || json"
                        + " FROM read_parquet('" + folder + "/history/incidents-*.parquet')"))
                .startsWith("00000000000000bb straggler_gpu node-a 5 {")
                .contains("7 others wait");
    }

    @Test
    void makesOneFileOfADayThatIsOver() throws Exception {
        writeTwoDays(Duration.ofDays(90), 1L << 30);

        assertThat(files()).anyMatch(name -> name.matches("minutes-\\d{8}\\.parquet"));
        assertThat(text("SELECT sum(calls) FROM read_parquet('" + folder + "/history/minutes-*.parquet')"))
                .isEqualTo(Integer.toString(3 * (2 * MinuteHistory.MINUTES_PER_FILE + 1)));
    }

    @Test
    void setsADamagedFileAside() throws Exception {
        Files.createDirectories(folder.resolve("history"));
        Files.writeString(folder.resolve("history/minutes-20200101T0000.parquet"), "no parquet");
        writeTwoDays(Duration.ofDays(3_650), 1L << 30);

        assertThat(counters.damaged()).isEqualTo(1);
        assertThat(folder.resolve("damaged/minutes-20200101T0000.parquet")).exists();
    }

    @Test
    void removesWhatIsTooOldAndWhatHasNoRoom() throws Exception {
        Files.createDirectories(folder.resolve("history"));
        Files.writeString(folder.resolve("history/minutes-20200101.parquet"), "old");
        writeTwoDays(Duration.ofDays(90), 1L << 30);
        assertThat(files()).doesNotContain("minutes-20200101.parquet");
        assertThat(counters.removed()).isEqualTo(1);

        writeTwoDays(Duration.ofDays(90), 1);
        assertThat(counters.removed()).isGreaterThan(1);
    }

    @Test
    void isForItsOwnerAlone() throws Exception {
        try (StoreDirectory directory = StoreDirectory.open(folder)) {
            assertThat(directory.journal()).doesNotExist();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
        }
    }

    private void writeTwoDays(Duration keep, long bytesMax) throws IOException {
        try (StoreDirectory directory = StoreDirectory.open(folder);
                MinuteHistory history = start(directory, keep, bytesMax)) {
            for (int day = 0; day < 2; day++) {
                for (int minute = 0; minute < MinuteHistory.MINUTES_PER_FILE; minute++) {
                    history.count(
                            Feeds.of("node-a", 1, START, Feeds.process("job-1", 0, 0)),
                            START + day * DAY + minute * MINUTE);
                }
            }
            history.count(Feeds.of("node-a", 1, START, Feeds.process("job-1", 0, 0)), START + DAY + DAY / 2);
            await().atMost(Duration.ofMinutes(1)).until(() -> files().size() + counters.removed() > 0);
        }
    }

    private MinuteHistory start(StoreDirectory directory, Duration keep, long bytesMax) {
        return MinuteHistory.start(directory, new History(folder, keep, bytesMax), counters, log);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("history"))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static String text(String query) throws SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
