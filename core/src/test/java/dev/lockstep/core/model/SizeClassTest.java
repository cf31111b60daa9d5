// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A class holds what is above half of its label and up to its label.
class SizeClassTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1B",
        "1, 1B",
        "2, 2B",
        "3, 4B",
        "512, 512B",
        "513, 1KiB",
        "1024, 1KiB",
        "131073, 256KiB",
        "262144, 256KiB",
        "262145, 512KiB",
        "1073741824, 1GiB",
        "4611686018427387904, 4EiB",
        "9223372036854775807, 8EiB"
    })
    void namesTheUpperBound(long bytes, String label) {
        assertThat(SizeClass.of(bytes).label()).isEqualTo(label);
    }

    @Test
    void namesFoldedClassesOther() {
        assertThat(SizeClass.OTHER.label()).isEqualTo("other");
        assertThat(SizeClass.OTHER).isGreaterThan(SizeClass.of(Long.MAX_VALUE));
    }

    @Test
    void refusesWhatIsNoSize() {
        assertThatIllegalArgumentException().isThrownBy(() -> SizeClass.of(-1)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new SizeClass(64)).withMessageContaining("64");
    }
}
