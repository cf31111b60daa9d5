// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What was told of one process in all, and what of it waits for the next batch.
final class ToldProcess {
    /// In the totals that outlive an agent: the last record that was told, under a name that no loss has.
    private static final String RECORDS = "records told";

    private static final String UNKNOWN_JOB = "unknown";

    /// Readings for which one that could not be read stays known, so that nothing of it is told twice.
    private static final int UNLISTED_MAX = 120;

    private final ProcessKey key;
    private final BatchRoom room;
    private final ProcessRecords records;
    private final Map<CommunicatorKey, ToldCommunicator> communicators = new LinkedHashMap<>();
    private final Map<String, Long> losses = new HashMap<>();
    private ProcessFeed latest;
    private int unlisted;

    ToldProcess(ProcessKey key, BatchRoom room) {
        this(key, room, 0);
    }

    private ToldProcess(ProcessKey key, BatchRoom room, long recordsToldUntil) {
        this.key = key;
        this.room = room;
        this.records = new ProcessRecords(room, recordsToldUntil);
        this.latest = new ProcessFeed(
                key,
                ProcessLife.RUNNING,
                UNKNOWN_JOB,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                List.of(),
                Map.of());
    }

    /// One of which an agent before this one told so much.
    static ToldProcess of(ProcessFeed total, BatchRoom room) {
        Map<String, Long> losses = new HashMap<>(total.losses());
        Long recordsToldUntil = losses.remove(RECORDS);
        ToldProcess told = new ToldProcess(total.key(), room, recordsToldUntil == null ? 0 : recordsToldUntil);
        told.losses.putAll(losses);
        total.communicators()
                .forEach(
                        each -> told.communicators.put(CommunicatorKey.of(each.identity()), ToldCommunicator.of(each)));
        told.latest = told.without(total);
        return told;
    }

    ProcessRecords records() {
        return records;
    }

    /// Before each reading.
    void beginReading() {
        unlisted++;
        communicators.values().forEach(ToldCommunicator::beginReading);
    }

    boolean isForgotten() {
        return unlisted > UNLISTED_MAX;
    }

    /// What is new, which counts as told from now on.
    ProcessFeed tell(ProcessSnapshot now, ProcessLife life) {
        unlisted = 0;
        Map<CommunicatorKey, List<OperationColumns>> operations = records.columns();
        List<CommunicatorFeed> feeds = new ArrayList<>(now.communicators().size());
        for (CommunicatorSnapshot communicator : now.communicators()) {
            CommunicatorKey which = CommunicatorKey.of(communicator.identity());
            ToldCommunicator told =
                    communicators.computeIfAbsent(which, _ -> new ToldCommunicator(communicator.identity()));
            List<OperationColumns> ofCommunicator = operations.getOrDefault(which, List.of());
            if (room.takesCommunicator(communicator.series().size(), ofCommunicator.size())) {
                feeds.add(told.tell(communicator, ofCommunicator));
            } else {
                told.keep();
            }
        }
        communicators.values().removeIf(ToldCommunicator::isForgotten);
        ProcessFeed feed = new ProcessFeed(
                key,
                life,
                now.identity().jobId(),
                now.launch().incarnation(),
                now.launch().worldSize(),
                now.identity().ncclVersion(),
                feeds,
                tellLosses(now));
        latest = without(feed);
        return feed;
    }

    private Map<String, Long> tellLosses(ProcessSnapshot now) {
        Map<String, Long> more = new HashMap<>();
        now.lost().forEach((reason, count) -> tellLoss(reason, count, more));
        now.suspect().forEach((reason, count) -> tellLoss(reason, count, more));
        return more;
    }

    private void tellLoss(String reason, long count, Map<String, Long> more) {
        long told = losses.getOrDefault(reason, 0L);
        if (count > told) {
            more.put(reason, count - told);
            losses.put(reason, count);
        }
    }

    /// Tells that it is gone, and nothing else, for all was told.
    ProcessFeed tellEnd(ProcessLife life) {
        unlisted = 0;
        return new ProcessFeed(
                key,
                life,
                latest.jobId(),
                latest.incarnation(),
                latest.worldSize(),
                latest.ncclVersion(),
                List.of(),
                Map.of());
    }

    private ProcessFeed without(ProcessFeed feed) {
        return new ProcessFeed(
                key,
                feed.life(),
                feed.jobId(),
                feed.incarnation(),
                feed.worldSize(),
                feed.ncclVersion(),
                List.of(),
                Map.of());
    }

    /// All that was told of it, in the form of a batch that tells it at once.
    ProcessFeed total() {
        Map<String, Long> losses = new HashMap<>(this.losses);
        losses.put(RECORDS, records.toldUntil());
        return new ProcessFeed(
                key,
                latest.life(),
                latest.jobId(),
                latest.incarnation(),
                latest.worldSize(),
                latest.ncclVersion(),
                communicators.values().stream().map(ToldCommunicator::total).toList(),
                losses);
    }
}
