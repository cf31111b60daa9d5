// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static dev.lockstep.agent.inspector.InspectorLogs.SOON;
import static dev.lockstep.agent.inspector.InspectorLogs.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.ProcessSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a finished job left is shown for a while and then ends, although the files stay.
final class InspectorEndingTest {
    private static final Duration KEEP = InspectorLimits.KEEP_UNCHANGED;
    private static final Duration MOMENT = Duration.ofSeconds(1);

    @TempDir
    Path folder = Path.of("");

    private InspectorLogs logs = new InspectorLogs(folder);
    private InspectorSource source = new InspectorSource(folder);

    @BeforeEach
    void begin() {
        logs = new InspectorLogs(folder);
        source = new InspectorSource(folder);
    }

    @AfterEach
    void end() {
        source.close();
    }

    @Test
    void showsAnOldFolderFromTheAgentsStartOn() throws IOException {
        logs.append(0, lines(0, 0, 10));
        Instant years = SOON.plus(Duration.ofDays(1000));

        assertThat(callsAt(years)).isEqualTo(10);
        assertThat(callsAt(years.plus(KEEP).minus(MOMENT))).isEqualTo(10);
        assertThat(processesAt(years.plus(KEEP))).isEmpty();
    }

    @Test
    void countsTheTimeFromTheLastChange() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(callsAt(SOON)).isEqualTo(10);
        logs.append(0, lines(0, 10, 15));
        Instant changed = SOON.plus(KEEP).minus(MOMENT);

        assertThat(callsAt(changed)).isEqualTo(15);
        assertThat(callsAt(changed.plus(KEEP).minus(MOMENT))).isEqualTo(15);
        assertThat(processesAt(changed.plus(KEEP))).isEmpty();
    }

    @Test
    void endsOneJobAndShowsTheOtherOn() throws IOException {
        logs.append(0, lines(0, 0, 10));
        logs.append(1, lines(1, 0, 10));
        assertThat(callsAt(SOON)).isEqualTo(20);
        logs.append(1, lines(1, 10, 12));
        assertThat(callsAt(SOON.plus(MOMENT))).isEqualTo(22);

        List<ProcessSnapshot> left = processesAt(SOON.plus(KEEP));

        assertThat(left).hasSize(1);
        assertThat(left.getFirst().identity().processId()).isEqualTo(101);
    }

    @Test
    void keepsAProcessAsLongAsItsNewestFileOfARotationIsYoung() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(callsAt(SOON)).isEqualTo(10);
        Files.move(logs.path(0), Path.of(logs.path(0) + ".1"));
        logs.append(0, lines(0, 10, 12));
        assertThat(callsAt(SOON.plus(MOMENT))).isEqualTo(12);

        assertThat(callsAt(SOON.plus(KEEP))).isEqualTo(12);
        assertThat(processesAt(SOON.plus(KEEP).plus(MOMENT))).isEmpty();
    }

    @Test
    void readsAnEndedProcessFromItsBeginWhenItGoesOn() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(callsAt(SOON)).isEqualTo(10);
        Files.move(logs.path(0), Path.of(logs.path(0) + ".1"));
        logs.append(0, lines(0, 10, 12));
        assertThat(callsAt(SOON)).isEqualTo(12);
        Instant later = SOON.plus(KEEP);
        assertThat(processesAt(later)).isEmpty();
        assertThat(processesAt(later.plus(KEEP))).isEmpty();

        logs.append(0, lines(0, 12, 13));

        assertThat(callsAt(later.plus(KEEP))).isEqualTo(13);
        assertThat(Totals.of(source.read(later.plus(KEEP))).lost()).isEmpty();
        assertThat(callsAt(later.plus(KEEP).plus(KEEP).minus(MOMENT))).isEqualTo(13);
    }

    private long callsAt(Instant now) {
        return Totals.of(source.read(now)).calls();
    }

    private List<ProcessSnapshot> processesAt(Instant now) {
        return ((Reading.Fresh) source.read(now)).processes();
    }
}
