// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.agent.trouble.LineCounts;
import dev.lockstep.agent.trouble.Stretch;
import dev.lockstep.agent.trouble.TroubleTally;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The journal of the node, followed by running `journalctl`, from its end on: lines of units, containers and jobs of
/// the scheduler. The kernel's messages in it are left to `kernel_log`. Absent where there is no such program.
///
/// ```
/// nccl_errors_total{node="node-a",source="journal",job_id="4711",kind="resource.oom",reason="resource",cause="itself"}
/// 1
/// ```
public final class JournalSource implements Source {
    /// Units whose lines are read at once; lines of others are refused until one of them rests.
    static final int UNITS_MAX = 256;

    /// Longest entry.
    static final int ENTRY_BYTES_MAX = 256 * 1024;

    /// Bytes of one look; what is left waits.
    static final int LOOK_BYTES_MAX = 1 << 20;

    /// Time before a program that ended, or could not be started, is started again.
    static final Duration AGAIN = Duration.ofSeconds(30);

    private static final List<String> ARGUMENTS = List.of(
            "--follow",
            "--lines=0",
            "--quiet",
            "--output=json",
            "--output-fields=MESSAGE,_TRANSPORT,_SYSTEMD_UNIT,_SYSTEMD_CGROUP,CONTAINER_NAME");
    private static final Duration FORGOTTEN = Duration.ofMinutes(5);

    private final String program;
    private final KnownJobs jobs;
    private final TroubleTally tally = new TroubleTally();
    private final Map<String, Stretch> units = new LinkedHashMap<>();
    private final ByteArrayOutputStream entry = new ByteArrayOutputStream();
    private @Nullable Follower follower;
    private boolean isTooLong;
    private Instant tried = Instant.MIN;
    private String reason = "not started yet";

    /// @param program `journalctl`, by name or path
    public JournalSource(String program, KnownJobs jobs) {
        this.program = program;
        this.jobs = jobs;
    }

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public Reading read(Instant now) {
        Follower open = follower == null ? start(now) : follower;
        follower = open;
        if (open != null) {
            look(open, now);
            if (open.isOver()) {
                reason = program + " has ended; may this user read the journal (group systemd-journal)";
                close();
            }
        }
        units.values().forEach(unit -> unit.rest(now));
        units.values().removeIf(unit -> unit.silence(now).compareTo(FORGOTTEN) > 0);
        tally.forget(now);
        return follower == null && tally.troubles().isEmpty()
                ? new Reading.Absent(reason)
                : Reading.Fresh.ofTroubles(tally.troubles(), tally.refused());
    }

    private @Nullable Follower start(Instant now) {
        if (!tried.equals(Instant.MIN) && Duration.between(tried, now).abs().compareTo(AGAIN) < 0) {
            return null;
        }
        tried = now;
        try {
            return Follower.start(
                    Stream.concat(Stream.of(program), ARGUMENTS.stream()).toList());
        } catch (IOException absent) {
            reason = program + " cannot be run: " + absent.getMessage();
            return null;
        }
    }

    private void look(Follower open, Instant now) {
        int bytes = 0;
        for (Optional<byte[]> chunk = open.take(); chunk.isPresent(); chunk = open.take()) {
            bytes += chunk.get().length;
            take(chunk.get(), now);
            if (bytes >= LOOK_BYTES_MAX) {
                return;
            }
        }
    }

    private void take(byte[] chunk, Instant now) {
        for (byte each : chunk) {
            if (each == '\n') {
                end(now);
            } else if (entry.size() < ENTRY_BYTES_MAX) {
                entry.write(each);
            } else {
                isTooLong = true;
            }
        }
    }

    private void end(Instant now) {
        if (isTooLong) {
            tally.refuse("entry_over_limit", 1);
        } else if (entry.size() > 0) {
            String line = entry.toString(UTF_8);
            if (!line.contains("\"_TRANSPORT\":\"kernel\"")) {
                JournalEntry.of(line).ifPresent(each -> say(each, now));
            }
        }
        entry.reset();
        isTooLong = false;
    }

    private void say(JournalEntry said, Instant now) {
        Stretch unit = units.get(said.unit());
        if (unit == null) {
            if (units.size() >= UNITS_MAX) {
                tally.refuse("units_over_limit", 1);
                return;
            }
            unit = new Stretch(new LineCounts(tally, jobs, said.job()));
            units.put(said.unit(), unit);
        }
        byte[] line = (said.message() + "\n").getBytes(UTF_8);
        unit.add("journal of " + said.unit(), line, line.length, now);
    }

    /// Ends the program.
    @Override
    public void close() {
        Follower open = follower;
        follower = null;
        if (open != null) {
            open.close();
        }
    }
}
