// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// `Content-Encoding: deflate` of batches: the zlib format (RFC 1950), as HTTP means it.
public final class FeedDeflater {
    private static final int FIRST_BYTES = 64 * 1024;

    private FeedDeflater() {}

    /// Deflates a batch, fast rather than small.
    public static byte[] deflate(byte[] batch) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(batch);
            deflater.finish();
            byte[] out = new byte[Math.max(1024, batch.length / 2)];
            int size = 0;
            while (true) {
                size += deflater.deflate(out, size, out.length - size);
                if (deflater.finished()) {
                    return Arrays.copyOf(out, size);
                }
                out = Arrays.copyOf(out, out.length * 2);
            }
        } finally {
            deflater.end();
        }
    }

    /// Inflates `length` bytes from `offset` on, to {@link WireLimits#BATCH_BYTES_MAX} bytes at most.
    ///
    /// @throws WireException if they are not deflated, or become more
    public static byte[] inflate(byte[] bytes, int offset, int length) throws WireException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, offset, length);
            byte[] out = new byte[FIRST_BYTES];
            int size = 0;
            while (!inflater.finished()) {
                if (size == out.length) {
                    out = grown(out);
                }
                int more = inflater.inflate(out, size, out.length - size);
                if (more == 0 && !inflater.finished()) {
                    throw WireException.malformed("deflated bytes that end too early");
                }
                size += more;
            }
            return Arrays.copyOf(out, size);
        } catch (DataFormatException notDeflated) {
            throw WireException.malformed("bytes that are not deflated");
        } finally {
            inflater.end();
        }
    }

    private static byte[] grown(byte[] out) throws WireException {
        if (out.length >= WireLimits.BATCH_BYTES_MAX) {
            throw new WireException(
                    WireException.Reason.OVER_LIMIT, "more than " + WireLimits.BATCH_BYTES_MAX + " bytes inflated");
        }
        return Arrays.copyOf(out, Math.min(out.length * 2, WireLimits.BATCH_BYTES_MAX));
    }
}
