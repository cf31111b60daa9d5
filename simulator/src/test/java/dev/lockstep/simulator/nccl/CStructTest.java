// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class CStructTest {
    @Test
    void putsEachFieldAtTheNextMultipleOfItsSize() {
        CStruct fields =
                CStruct.of().octet("a").word("b").octet("c").integer("d").pointer("e");

        assertThat(fields.at("a")).isZero();
        assertThat(fields.at("b")).isEqualTo(8);
        assertThat(fields.at("c")).isEqualTo(16);
        assertThat(fields.at("d")).isEqualTo(20);
        assertThat(fields.at("e")).isEqualTo(24);
    }

    @Test
    void leavesTheOriginalOfACopyAlone() {
        CStruct head = CStruct.of().word("type");
        CStruct copy = head.copy().word("more");

        assertThat(copy.has("more")).isTrue();
        assertThat(head.has("more")).isFalse();
    }

    @Test
    void refusesAFieldThatItDoesNotHave() {
        assertThatIllegalArgumentException().isThrownBy(() -> CStruct.of().at("nothing"));
    }
}
