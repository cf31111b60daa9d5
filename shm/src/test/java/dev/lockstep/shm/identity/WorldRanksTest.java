// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import static dev.lockstep.shm.identity.Facts.communicator;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorldRanksTest {
    private static final int ABSENT = -1;
    private static final CommunicatorFacts OVERFLOW = communicator(0, "", 1, 0, 0);

    private static WorldRanks ranks(int worldSize, int worldRank, CommunicatorFacts... communicators) {
        WorldRanks ranks = new WorldRanks(Facts.header(worldSize, worldRank, Map.of()));
        ranks.update(List.of(communicators));
        return ranks;
    }

    @Test
    void isTheRankInTheCommunicatorOfTheWholeWorld() {
        CommunicatorFacts world = communicator(1, "a", 16, 9, 0);
        CommunicatorFacts tensor = communicator(2, "a", 8, 1, 0);

        WorldRanks ranks = ranks(16, ABSENT, world, tensor);

        assertThat(ranks.of(world)).hasValue(9);
        assertThat(ranks.of(tensor)).hasValue(9);
    }

    @Test
    void isThatOfItsOwnDevice() {
        CommunicatorFacts first = communicator(1, "a", 16, 0, 0);
        CommunicatorFacts second = communicator(2, "b", 16, 1, 0);
        CommunicatorFacts tensor = communicator(3, "b", 8, 7, 0);

        assertThat(ranks(16, 0, first, second, tensor).of(tensor)).hasValue(1);
    }

    @Test
    void isAbsentOnADeviceThatHasNoWorldCommunicator() {
        CommunicatorFacts first = communicator(1, "a", 16, 0, 0);
        CommunicatorFacts tensor = communicator(3, "b", 8, 7, 0);

        assertThat(ranks(16, 0, first, tensor).of(tensor)).isEmpty();
    }

    @Test
    void trustsTheOldestOfSeveralWorldCommunicators() {
        CommunicatorFacts later = communicator(1, "a", 16, 3, 200);
        CommunicatorFacts first = communicator(2, "a", 16, 9, 100);

        assertThat(ranks(16, ABSENT, later, first).of(later)).hasValue(9);
    }

    @Test
    void isTheEnvironmentsWhereTheProcessDrivesOneDevice() {
        CommunicatorFacts tensor = communicator(2, "a", 8, 1, 0);

        assertThat(ranks(16, 5, tensor).of(tensor)).hasValue(5);
    }

    @Test
    void isNotTheEnvironmentsWhereTheProcessDrivesTwo() {
        CommunicatorFacts first = communicator(1, "a", 8, 0, 0);
        CommunicatorFacts second = communicator(2, "b", 8, 1, 0);

        assertThat(ranks(16, 5, first, second).of(first)).isEmpty();
    }

    @Test
    void isNeverTheRankInASmallerCommunicator() {
        CommunicatorFacts tensor = communicator(2, "a", 8, 1, 0);

        assertThat(ranks(ABSENT, ABSENT, tensor).of(tensor)).isEmpty();
    }

    @Test
    void takesOneRankWithoutADeviceForTheProcessItself() {
        CommunicatorFacts world = communicator(1, "", 16, 9, 0);

        assertThat(ranks(16, 9, world).of(world)).hasValue(9);
    }

    @Test
    void isAbsentForTwoRanksWithoutADevice() {
        CommunicatorFacts first = communicator(1, "", 16, 0, 0);
        CommunicatorFacts second = Facts.withId(first.id(), communicator(2, "", 16, 1, 0));

        WorldRanks ranks = ranks(16, 0, first, second);

        assertThat(ranks.of(first)).isEmpty();
        assertThat(ranks.of(second)).isEmpty();
    }

    @Test
    void staysWhenTheWorldCommunicatorIsGone() {
        CommunicatorFacts tensor = communicator(2, "a", 8, 1, 0);
        WorldRanks ranks = ranks(16, ABSENT, communicator(1, "a", 16, 9, 0), tensor);
        ranks.update(List.of(tensor));

        assertThat(ranks.of(tensor)).hasValue(9);
    }

    @Test
    void isTheProcessRankForTheOverflowCommunicator() {
        assertThat(ranks(16, 5, OVERFLOW).of(OVERFLOW)).hasValue(5);
        assertThat(ranks(16, ABSENT, OVERFLOW, communicator(1, "a", 16, 9, 0)).of(OVERFLOW))
                .hasValue(9);
    }

    @Test
    void isAbsentForTheOverflowCommunicatorOfTwoDevices() {
        CommunicatorFacts first = communicator(1, "a", 16, 0, 0);
        CommunicatorFacts second = communicator(2, "b", 16, 1, 0);

        assertThat(ranks(16, 0, OVERFLOW, first, second).of(OVERFLOW)).isEmpty();
    }
}
