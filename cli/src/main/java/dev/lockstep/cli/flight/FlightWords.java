// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.agent.flight.Ending;
import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmProcessState;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What things in a flight record are called.
final class FlightWords {
    static final String ABSENT = "-";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private FlightWords() {}

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    static String day(Instant instant) {
        return DAY.format(instant);
    }

    /// How the process is or ended, and how that is known.
    static String ending(FlightRecord record) {
        if (record.facts().isPresent()) {
            return ending(record.facts().get());
        }
        if (record.writer() == FlightRecord.Writer.LIVES) {
            return "it lives";
        }
        return record.state() == ShmProcessState.CLOSED
                ? "it ended well: it closed its file"
                : "killed or crashed: it is gone and did not close its file";
    }

    private static String ending(FlightFacts facts) {
        String when = facts.lastSeenAlive()
                .map(alive -> "between " + day(alive.wall()) + " and "
                        + time(facts.seenDead().wall()) + " UTC")
                .orElse("before " + day(facts.seenDead().wall()) + " UTC, when the agent found it dead");
        return switch (facts.ending()) {
            case KILLED -> "killed or crashed " + when + ": it did not close its file";
            case HUNG -> "given up " + when + ": it closed its file after an operation had hung";
        };
    }

    /// The same in a word.
    static String endingWord(FlightRecord record) {
        if (record.facts().isPresent()) {
            return record.facts().get().ending().word();
        }
        if (record.writer() == FlightRecord.Writer.LIVES) {
            return "lives";
        }
        return record.state() == ShmProcessState.CLOSED ? "closed" : Ending.KILLED.word();
    }

    static String stateWord(ShmProcessState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /// The rank in the job, as far as a communicator of the process tells it.
    static OptionalInt rank(FlightRecord record) {
        return record.process().communicators().stream()
                .flatMapToInt(communicator -> communicator.identity().worldRank().stream())
                .findFirst();
    }

    static String number(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : ABSENT;
    }

    /// The GPUs of the process, each by index, UUID and bus id as far as they are known.
    static String gpus(FlightRecord record) {
        String words = record.process().communicators().stream()
                .flatMap(communicator -> communicator.identity().gpu().stream())
                .distinct()
                .map(FlightWords::gpu)
                .collect(Collectors.joining("; "));
        return words.isEmpty() ? "not known" : words;
    }

    private static String gpu(GpuIdentity gpu) {
        Stream<String> index = gpu.index().stream().mapToObj(Integer::toString);
        return Stream.of(index, gpu.uuid().stream(), gpu.pciBusId().stream())
                .flatMap(part -> part)
                .collect(Collectors.joining(" "));
    }

    static String operation(String function, String algorithm, String protocol) {
        String how =
                Stream.of(algorithm, protocol).filter(part -> !part.isEmpty()).collect(Collectors.joining("/"));
        return how.isEmpty() ? function : function + " " + how;
    }

    static String operation(SeriesKey key) {
        return operation(key.function().ncclName(), key.algorithm(), key.protocol());
    }

    static String operation(OperationRecord record) {
        return operation(record.function().ncclName(), record.algorithm(), record.protocol());
    }

    static long calls(CommunicatorSnapshot communicator) {
        return communicator.series().stream()
                .mapToLong(series -> series.calls())
                .sum();
    }
}
