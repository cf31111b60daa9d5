// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultWordsTest {
    @ParameterizedTest
    @CsvSource({
        "off_bus 79, has fallen off the bus (Xid 79)",
        "off_bus, has fallen off the bus",
        "xid 48, reported Xid 48",
        "sxid 12028, reported SXid 12028",
        "wedged, must be reset",
        "gremlin 3, reported gremlin 3"
    })
    void saysWhatADriverReported(String text, String words) {
        assertThat(FaultWords.of(text)).isEqualTo(words);
    }
}
