// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// JSON as it is found, not as it should be.
class TolerantJsonTest {
    @Test
    void readsCleanJson() {
        Document document = TolerantJson.read("{\"a\": [1, -2.5, \"x\\n\\u0041\", true, null], \"b\": {\"c\": {}}}");

        assertThat(document.defectCount()).isZero();
        assertThat(document.isCut()).isFalse();
        assertThat(document.first().get("a").rendered()).isEqualTo("[1, -2.5, x\nA, true, null]");
        assertThat(document.first().get("b").get("c").fields()).isEmpty();
        assertThat(document.first().get("x").get("y").text()).isEmpty();
    }

    @Test
    void readsOverAMissingComma() {
        Document document = TolerantJson.read("{\n\"dev\": 1\n\"status\": {\"gone\": true}}");

        assertThat(document.first().get("status").get("gone").isTrue()).isTrue();
        assertThat(document.defects()).containsExactly(new Document.Defect(Document.Kind.MISSING_COMMA, 3, "status"));
    }

    @Test
    void takesBareWordsOfOtherWritersForWhatTheyMean() {
        Document document = TolerantJson.read("{\"a\": inf, \"b\": -nan, \"c\": None, \"d\": 7,}");

        assertThat(document.first().get("a").number()).hasValue(Double.POSITIVE_INFINITY);
        assertThat(document.first().get("b").number().orElseThrow()).isNaN();
        assertThat(document.first().get("c")).isEqualTo(Node.nothing());
        assertThat(document.first().get("d").whole()).hasValue(7);
        assertThat(document.defectCount()).isEqualTo(4);
    }

    @Test
    void keepsWhatWasWrittenBeforeTheWriterDied() {
        Document document = TolerantJson.read("{\"a\": 1, \"list\": [{\"b\": 2}, {\"c\": \"hal");

        assertThat(document.isCut()).isTrue();
        assertThat(document.first().get("a").whole()).hasValue(1);
        assertThat(document.first().get("list").items()).hasSize(2);
    }

    @Test
    void readsValuesThatStandOneBehindTheOther() {
        Document document = TolerantJson.read("OK\n{\"a\": 1}\n{\"a\": 2}\n# end\n[3]");

        assertThat(document.roots())
                .extracting(root -> root.value().rendered())
                .containsExactly("{a: 1}", "{a: 2}", "[3]");
        assertThat(document.roots()).extracting(Document.Root::line).containsExactly(2, 3, 5);
    }

    @Test
    void boundsItsDepth() {
        Document document = TolerantJson.read("[".repeat(200_000));

        assertThat(document.isCut()).isTrue();
    }
}
