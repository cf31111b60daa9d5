// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads the ring of writers whose every store may come between the fetches of any two words.
class RacingRingTest {
    private static final int RINGS = 200;
    private static final long STEPS = 4_000;

    private final NameTable names = new NameTable(RacingRing.NAMES);
    private final CommunicatorTable communicators =
            new CommunicatorTable(new Section(0, 1, ShmLayout.Communicator.SIZE));
    private final CopyBuffer buffer = new CopyBuffer();
    private long delivered;
    private long lastNumber;

    /// The more writers do during the copy of a word, the fewer records survive it.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 5})
    void deliversOnlyWholeRecordsAndAccountsForEveryOther(long stepsAWord) throws Exception {
        for (int seed = 0; seed < RINGS; seed++) {
            RacingRing ring = new RacingRing(new SplittableRandom(seed), STEPS);
            ring.hurry(stepsAWord);
            assertThat(readToItsEnd(ring, seed)).as("seed %d", seed).isEqualTo(ring.reserved());
        }
        assertThat(delivered).isPositive();
    }

    private long readToItsEnd(RacingRing racing, int seed) throws IOException, DamagedFileException {
        OperationRing ring = new OperationRing(RacingRing.HEAD, RacingRing.RING);
        FileCopier file = new FileCopier(racing, buffer);
        lastNumber = 0;
        long accounted = 0;
        while (racing.isBusy()) {
            accounted += read(ring, file, seed);
        }
        racing.settle();
        accounted += read(ring, file, seed);
        return accounted + read(ring, file, seed);
    }

    private long read(OperationRing ring, FileCopier file, int seed) throws IOException, DamagedFileException {
        OperationRing.Pass pass = new OperationRing.Pass(communicators, names, entry -> check(entry.toRecord(), seed));
        ring.read(file, pass);
        delivered += pass.delivered();
        return pass.delivered() + pass.overwritten() + pass.unwritten();
    }

    private void check(OperationRecord record, int seed) {
        assertThat(record).as("seed %d", seed).matches(whole -> !RacingRing.isTorn(whole), "is whole");
        assertThat(record.number()).as("seed %d", seed).isGreaterThan(lastNumber);
        lastNumber = record.number();
    }
}
