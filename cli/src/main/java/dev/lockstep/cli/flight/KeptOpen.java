// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/// A writer that whoever writes to it cannot close: it is somebody else's.
final class KeptOpen extends FilterWriter {
    KeptOpen(Writer writer) {
        super(writer);
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
