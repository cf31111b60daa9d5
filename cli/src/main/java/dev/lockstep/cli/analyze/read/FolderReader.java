// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.analysis.duration.DurationStudy;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/// Reads all files a buffer at a time in rounds, so that the ranks of a communicator keep step: in a round each file
/// that is not far ahead of its peers gives one buffer, on as many threads as there are cores; then what all ranks have
/// passed is closed. Memory is that of the windows, however long the files are.
public final class FolderReader {
    private final int threads;

    /// Reads on so many threads.
    public FolderReader(int threads) {
        this.threads = threads;
    }

    /// Reads what lies in these folders, or these files.
    public ReadFolder read(List<Path> paths) throws InterruptedException {
        FolderListing listing = new FolderListing(paths);
        DurationStudy study = new DurationStudy();
        List<ReadChain> reading = new ArrayList<>();
        listing.chains().forEach(chain -> reading.add(new ReadChain(chain)));
        ReasonCounts refused = new ReasonCounts();
        refused.addAll(listing.refused());
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            Crew crew = new Crew(executor, study);
            rounds(crew, study, new ArrayList<>(reading));
            crew.hands.forEach(hand -> refused.addAll(hand.refused()));
        }
        return ReadFolder.of(paths, study, listing, refused);
    }

    private void rounds(Crew crew, DurationStudy study, List<ReadChain> unread) throws InterruptedException {
        while (!unread.isEmpty()) {
            List<ReadChain> ready =
                    unread.stream().filter(each -> !each.chain().isAhead()).toList();
            if (ready.isEmpty()) {
                study.makeRoom();
                ready = unread;
            }
            unread.forEach(each -> each.chain().waiting().makeRoomIfStuck());
            crew.forEach(ready, (each, hand) -> each.readSome(hand));
            unread.removeIf(ReadChain::isAtEnd);
            advance(crew, study, unread.isEmpty());
        }
        advance(crew, study, true);
    }

    private static void advance(Crew crew, DurationStudy study, boolean isAllRead) throws InterruptedException {
        List<StudiedCommunicator> all = List.copyOf(study.communicators());
        crew.forEach(all, (communicator, hand) -> communicator.advance(isAllRead));
    }

    /// The threads that share each round's work.
    private final class Crew {
        private final ExecutorService executor;
        private final List<ReadingThread> hands = new ArrayList<>();

        Crew(ExecutorService executor, DurationStudy study) {
            this.executor = executor;
            for (int i = 0; i < threads; i++) {
                hands.add(new ReadingThread(study));
            }
        }

        <T> void forEach(List<T> work, BiConsumer<T, ReadingThread> task) throws InterruptedException {
            AtomicInteger next = new AtomicInteger();
            List<Callable<Integer>> shares = new ArrayList<>();
            for (ReadingThread hand : hands) {
                shares.add(() -> {
                    int done = 0;
                    for (int i = next.getAndIncrement(); i < work.size(); i = next.getAndIncrement()) {
                        task.accept(work.get(i), hand);
                        done++;
                    }
                    return done;
                });
            }
            for (Future<Integer> share : executor.invokeAll(shares)) {
                try {
                    share.get();
                } catch (ExecutionException e) {
                    throw new IllegalStateException("reading failed", e.getCause());
                }
            }
        }
    }
}
