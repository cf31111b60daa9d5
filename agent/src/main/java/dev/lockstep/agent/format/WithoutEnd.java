// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.format;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Passes on all but the last bytes: the mark at the end of a text that goes on elsewhere. It never flushes or closes
/// what is below.
final class WithoutEnd extends FilterOutputStream {
    private final byte[] held;
    private int holding;

    WithoutEnd(OutputStream out, int endBytes) {
        super(out);
        this.held = new byte[endBytes];
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int passing = Math.max(0, holding + count - held.length);
        int ofHeld = Math.min(holding, passing);
        out.write(held, 0, ofHeld);
        System.arraycopy(held, ofHeld, held, 0, holding - ofHeld);
        holding -= ofHeld;
        int ofNew = passing - ofHeld;
        out.write(bytes, from, ofNew);
        System.arraycopy(bytes, from + ofNew, held, holding, count - ofNew);
        holding += count - ofNew;
    }

    @Override
    public void flush() {
        // What is below is flushed once, at the end of all.
    }

    @Override
    public void close() {
        // Likewise.
    }
}
