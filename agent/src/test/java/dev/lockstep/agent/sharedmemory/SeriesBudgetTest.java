// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SeriesBudgetTest {
    private static final Path FIRST = Path.of("first");
    private static final Path SECOND = Path.of("second");

    private final SeriesBudget budget = new SeriesBudget();

    @Test
    void givesADirectoryItsPart() {
        assertThat(budget.takes(FIRST, SeriesBudget.SERIES_PER_DIRECTORY_MAX)).isTrue();
        assertThat(budget.takes(FIRST, 1)).isFalse();
    }

    @Test
    void leavesRoomForTheNextDirectory() {
        budget.takes(FIRST, SeriesBudget.SERIES_PER_DIRECTORY_MAX);

        assertThat(budget.takes(SECOND, SeriesBudget.SERIES_MAX - SeriesBudget.SERIES_PER_DIRECTORY_MAX))
                .isTrue();
        assertThat(budget.takes(SECOND, 1)).isFalse();
    }

    @Test
    void takesNothingForWhatItRefuses() {
        assertThat(budget.takes(FIRST, SeriesBudget.SERIES_PER_DIRECTORY_MAX + 1))
                .isFalse();

        assertThat(budget.takes(FIRST, SeriesBudget.SERIES_PER_DIRECTORY_MAX)).isTrue();
    }
}
