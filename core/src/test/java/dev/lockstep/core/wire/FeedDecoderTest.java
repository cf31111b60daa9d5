// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.core.wire.WireException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FeedDecoderTest {
    private static final int SECTION_OF_A_LATER_VERSION = 99;

    private final byte[] sample = FeedEncoder.encode(SampleFeed.feed());

    @Test
    void skipsSectionsThatItDoesNotKnow() throws WireException {
        WireWriter out = new WireWriter();
        int begun = out.begin(SECTION_OF_A_LATER_VERSION);
        out.varint(42);
        out.end(begun);
        byte[] longer = Arrays.copyOf(sample, sample.length + out.size());
        out.copyInto(longer, sample.length);

        assertThat(decoded(Damage.sealed(longer))).isEqualTo(FeedText.of(SampleFeed.feed()));
    }

    @Test
    void readsALaterMinorVersion() throws WireException {
        byte[] later = sample.clone();
        later[WireLayout.MINOR_AT] = 7;

        assertThat(decoded(later)).isEqualTo(FeedText.of(SampleFeed.feed()));
    }

    @Test
    void refusesAnotherMajorVersion() {
        byte[] other = sample.clone();
        other[WireLayout.MAJOR_AT] = 2;

        assertRefused(other, Reason.VERSION, "version 2.3, known is 1");
    }

    @Test
    void refusesHalfABatch() {
        assertRefused(Arrays.copyOf(sample, sample.length - 1), Reason.LENGTH, "says");
    }

    @Test
    void noticesAChangedBit() {
        byte[] changed = sample.clone();
        changed[sample.length / 2] ^= 1;

        assertRefused(changed, Reason.CHECKSUM, "checksum");
    }

    @Test
    void refusesSomethingElse() {
        assertRefused(
                "{\"node\": \"not a batch at all\"}".getBytes(StandardCharsets.UTF_8),
                Reason.NOT_A_BATCH,
                "not a batch");
        assertRefused(new byte[0], Reason.NOT_A_BATCH, "not a batch");
    }

    @Test
    void makesNoRoomForRecordsThatAreNotThere() {
        assertRefused(withRecords(WireLimits.RECORDS_MAX), Reason.MALFORMED, "fewer bytes");
        assertRefused(withRecords(WireLimits.RECORDS_MAX + 1), Reason.OVER_LIMIT, "131072");
        assertRefused(withRecords(-1), Reason.OVER_LIMIT, "131072");
    }

    /// A batch whose only column group says that it has so many records.
    private static byte[] withRecords(long count) {
        WireWriter out = new WireWriter();
        out.bytes(new byte[WireLayout.HEADER_BYTES], WireLayout.HEADER_BYTES);
        StringsWriter strings = new StringsWriter();
        int number = strings.numberOf("AllReduce");
        strings.writeTo(out);
        int process = out.begin(WireLayout.PROCESS);
        int communicator = out.begin(WireLayout.COMMUNICATOR);
        int operations = out.begin(WireLayout.OPERATIONS);
        out.varint(number);
        out.varint(number);
        out.varint(number);
        out.varint(count);
        out.uint8(WireLayout.COLUMN_STEADY);
        out.zigzag(1);
        out.zigzag(1);
        out.end(operations);
        out.end(communicator);
        out.end(process);
        byte[] bytes = new byte[out.size()];
        out.copyInto(bytes, 0);
        WireWriter.put32(bytes, 0, (int) WireLayout.MAGIC);
        WireWriter.put32(bytes, 4, (int) (WireLayout.MAGIC >>> 32));
        WireWriter.put32(bytes, WireLayout.MINOR_AT, WireLayout.VERSION_MAJOR << 16);
        return Damage.sealed(bytes);
    }

    private static String decoded(byte[] bytes) throws WireException {
        return FeedText.of(FeedDecoder.decode(bytes, 0, bytes.length));
    }

    private static void assertRefused(byte[] bytes, Reason reason, String words) {
        assertThatThrownBy(() -> FeedDecoder.decode(bytes, 0, bytes.length))
                .isInstanceOfSatisfying(
                        WireException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(reason))
                .hasMessageContaining(words);
    }
}
