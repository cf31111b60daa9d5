// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;
import java.util.Set;

/// Tells Helidon to let bodies in that are deflated, and to leave them so: who reads one bounds what it becomes.
final class DeflatedBodies implements ContentEncoding {
    @Override
    public Set<String> ids() {
        return Set.of("deflate");
    }

    @Override
    public boolean supportsEncoding() {
        return false;
    }

    @Override
    public boolean supportsDecoding() {
        return true;
    }

    @Override
    public ContentDecoder decoder() {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder() {
        return ContentEncoder.NO_OP;
    }

    @Override
    public String name() {
        return "deflate";
    }

    @Override
    public String type() {
        return "deflate";
    }
}
