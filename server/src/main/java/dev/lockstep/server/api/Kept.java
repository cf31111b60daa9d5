// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.server.http.Route.Problem;
import java.io.UncheckedIOException;

/// What somebody says is answered for only when it is on the disk.
final class Kept {
    private Kept() {}

    static void orTell(Runnable keeping) throws Problem {
        try {
            keeping.run();
        } catch (UncheckedIOException failed) {
            throw new Problem(
                    503, "it could not be written: " + failed.getMessage() + "; look at the disk of store-dir");
        }
    }
}
