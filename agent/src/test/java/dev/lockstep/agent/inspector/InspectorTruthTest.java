// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.inspector.Truth.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is read of the real Inspector's files and what is stated as missing make up what happened, operation by
/// operation. The numbers stand in docs/inspector-json.md.
final class InspectorTruthTest {
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");
    private static final long FLOOR_BYTES = 8192;

    /// Inspector takes the longest channel and cuts to microseconds, the truth is the span over all channels.
    private static final long NANOS_BELOW_TRUTH_MAX = 4000;

    private static final long NANOS_ABOVE_TRUTH_MAX = 1000;

    /// Where the done collectives of the truth are. `unseen` are those of ranks without a record, `untold` those
    /// behind a rank's last record that no peer recorded either; `withoutTruth` were read, their truth is cut off.
    record Account(long read, long belowFloor, long gap, long tail, long untold, long unseen, long withoutTruth) {
        long done() {
            return read + belowFloor + gap + tail + untold + unseen;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "healthy",
                "straggler-rank5",
                "slow-link-rank9",
                "verbose",
                "json-v4.2",
                "killed-truncated",
                "hang-rank3",
                "alltoall",
                "unknown-datatype"
            })
    void countsAndTimesAreTheTruthOfWhatIsPresent(String set) throws IOException {
        Path folder = SharedFolder.require("data").resolve(set);
        Map<Totals.Key, Map<Long, Operation>> happened = collectives(Truth.read(folder));
        Map<Totals.Key, NavigableSet<Long>> seen = seen(folder);

        read(folder).sums().forEach((key, sum) -> {
            if (key.function().isPointToPoint()) {
                return;
            }
            List<Operation> present = new ArrayList<>();
            for (long number : seen.getOrDefault(key, new TreeSet<>())) {
                Operation operation = happened.getOrDefault(key, Map.of()).get(number);
                if (operation != null) {
                    present.add(operation);
                }
            }
            assertThat(present).as("%s", key).allMatch(Operation::isDone);
            if (!set.equals("killed-truncated") || present.size() == sum.calls()) {
                assertEqual(key, sum, present);
            }
        });
    }

    private static void assertEqual(Totals.Key key, Totals.Sum sum, List<Operation> present) {
        long nanos = present.stream().mapToLong(Operation::nanos).sum();
        long count = present.size();
        assertThat(sum.calls()).as("calls of %s", key).isEqualTo(count);
        assertThat(sum.durations().count()).as("timed of %s", key).isEqualTo(count);
        assertThat(sum.bytes())
                .as("bytes of %s", key)
                .isEqualTo(present.stream()
                        .mapToLong(o -> o.function().sizeBytes(o.bytes(), o.ranks()))
                        .sum());
        assertThat(nanos - sum.durations().sumNanos())
                .as("nanoseconds of %s below the truth", key)
                .isBetween(-NANOS_ABOVE_TRUTH_MAX * count, NANOS_BELOW_TRUTH_MAX * count);
    }

    static Stream<Arguments> accounts() {
        return Stream.of(
                Arguments.of("healthy", new Account(5038, 819, 0, 206, 97, 0, 0)),
                Arguments.of("straggler-rank5", new Account(5226, 847, 0, 46, 41, 0, 0)),
                Arguments.of("slow-link-rank9", new Account(5091, 826, 0, 77, 166, 0, 0)),
                Arguments.of("verbose", new Account(557, 68, 0, 75, 84, 0, 0)),
                Arguments.of("json-v4.2", new Account(3884, 626, 0, 120, 74, 0, 0)),
                Arguments.of("killed-truncated", new Account(3682, 507, 0, 102, 359, 13_992, 3)),
                Arguments.of("hang-rank3", new Account(2764, 432, 0, 0, 16, 0, 0)),
                Arguments.of("alltoall", new Account(204, 0, 0, 4, 16, 0, 0)),
                Arguments.of("unknown-datatype", new Account(613, 0, 0, 11, 16, 0, 0)));
    }

    @ParameterizedTest
    @MethodSource("accounts")
    void readAndStatedAndUntoldMakeUpTheTruth(String set, Account expected) throws IOException {
        Path folder = SharedFolder.require("data").resolve(set);
        Map<Totals.Key, Map<Long, Operation>> happened = collectives(Truth.read(folder));
        Account account = account(happened, seen(folder));
        Totals totals = read(folder);

        assertThat(account).isEqualTo(expected);
        long done = happened.values().stream()
                .flatMap(operations -> operations.values().stream())
                .filter(Operation::isDone)
                .count();
        assertThat(account.done()).isEqualTo(done);
        long stated = lost(totals, "below_floor_or_ring") + lost(totals, "below_floor_or_untimed");
        assertThat(stated).isEqualTo(account.belowFloor());
        assertThat(lost(totals, "sequence_gap")).isEqualTo(account.gap());
        assertThat(lost(totals, "tail_behind_peers")).isEqualTo(account.tail());
        assertThat(collectiveCalls(totals) + lost(totals, "impossible_size"))
                .isEqualTo(account.read() + account.withoutTruth());
    }

    @ParameterizedTest
    @CsvSource({
        // set,           Send and Recv of the truth, read, stated, every other stated reason
        "healthy,             0,    0,    0, {}",
        "straggler-rank5,     0,    0,    0, {}",
        "slow-link-rank9,     0,    0,    0, {}",
        "verbose,             0,    0,    0, {}",
        "json-v4.2,        1344, 1294,    0, {}",
        "killed-truncated,    0,    0,    0, {cut_line=2}",
        "hang-rank3,          0,    0,    0, {}",
        "alltoall,         7168, 2940, 3524, {}",
        "unknown-datatype,    0,    0,    0, {impossible_size=311}"
    })
    void statesSendAndRecvThatTookANumberAndNoOtherLoss(
            String set, long happened, long read, long unreported, String others) throws IOException {
        Path folder = SharedFolder.require("data").resolve(set);
        long calls = Truth.read(folder).operations().stream()
                .filter(operation -> operation.function().isPointToPoint())
                .mapToLong(Operation::calls)
                .sum();
        Totals totals = read(folder);

        assertThat(calls).isEqualTo(happened);
        assertThat(totals.calls() - collectiveCalls(totals)).isEqualTo(read);
        assertThat(lost(totals, "p2p_unreported")).isEqualTo(unreported);
        assertThat(read + unreported).isLessThanOrEqualTo(happened);
        Map<String, Long> rest = new TreeMap<>(totals.lost());
        rest.keySet()
                .removeAll(List.of(
                        "below_floor_or_ring", "below_floor_or_untimed", "tail_behind_peers", "p2p_unreported"));
        assertThat(rest).hasToString(others);
        assertThat(totals.refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"healthy", "alltoall", "killed-truncated"})
    void readsTheSameAgain(String set) {
        Path folder = SharedFolder.require("data").resolve(set);
        try (InspectorSource source = new InspectorSource(folder)) {
            Totals first = Totals.of(source.read(LATER));

            assertThat(Totals.of(source.read(LATER))).isEqualTo(first);
            assertThat(read(folder)).isEqualTo(first);
        }
    }

    private static Account account(
            Map<Totals.Key, Map<Long, Operation>> happened, Map<Totals.Key, NavigableSet<Long>> seen) {
        long read = 0;
        long belowFloor = 0;
        long gap = 0;
        long tail = 0;
        long untold = 0;
        long unseen = 0;
        for (Map.Entry<Totals.Key, Map<Long, Operation>> rank : happened.entrySet()) {
            NavigableSet<Long> own = seen.getOrDefault(rank.getKey(), new TreeSet<>());
            NavigableSet<Long> all = ofAllRanks(rank.getKey(), seen);
            for (Operation operation : rank.getValue().values()) {
                long number = operation.sequence();
                if (!operation.isDone()) {
                    continue;
                }
                if (own.contains(number)) {
                    read++;
                } else if (own.isEmpty()) {
                    unseen++;
                } else if (number > own.last()) {
                    tail += all.contains(number) ? 1 : 0;
                    untold += all.contains(number) ? 0 : 1;
                } else {
                    belowFloor += operation.bytes() < FLOOR_BYTES ? 1 : 0;
                    gap += operation.bytes() < FLOOR_BYTES ? 0 : 1;
                }
            }
        }
        long records = seen.values().stream().mapToLong(NavigableSet::size).sum();
        return new Account(read, belowFloor, gap, tail, untold, unseen, records - read);
    }

    private static NavigableSet<Long> ofAllRanks(Totals.Key key, Map<Totals.Key, NavigableSet<Long>> seen) {
        NavigableSet<Long> numbers = new TreeSet<>();
        seen.forEach((rank, recorded) -> {
            if (rank.comm().equals(key.comm()) && rank.function() == key.function()) {
                numbers.addAll(recorded);
            }
        });
        return numbers;
    }

    private static Map<Totals.Key, Map<Long, Operation>> collectives(Truth truth) {
        Map<Totals.Key, Map<Long, Operation>> operations = new HashMap<>();
        for (Operation operation : truth.operations()) {
            if (!operation.function().isPointToPoint()) {
                Totals.Key key = new Totals.Key(operation.cutComm(), operation.commRank(), operation.function());
                operations.computeIfAbsent(key, _ -> new HashMap<>()).put(operation.sequence(), operation);
            }
        }
        return operations;
    }

    private static Map<Totals.Key, NavigableSet<Long>> seen(Path folder) throws IOException {
        Map<Totals.Key, NavigableSet<Long>> seen = new HashMap<>();
        for (ReadSet.Line line : ReadSet.of(folder).lines()) {
            if (!line.pointToPoint()) {
                seen.computeIfAbsent(
                                new Totals.Key(line.comm(), line.commRank(), line.function()), _ -> new TreeSet<>())
                        .add(line.sequence());
            }
        }
        return seen;
    }

    private static long collectiveCalls(Totals totals) {
        return totals.sums().entrySet().stream()
                .filter(entry -> !entry.getKey().function().isPointToPoint())
                .mapToLong(entry -> entry.getValue().calls())
                .sum();
    }

    private static long lost(Totals totals, String reason) {
        return totals.lost().getOrDefault(reason, 0L);
    }

    private static Totals read(Path folder) {
        try (InspectorSource source = new InspectorSource(folder)) {
            return Totals.of(source.read(LATER));
        }
    }
}
