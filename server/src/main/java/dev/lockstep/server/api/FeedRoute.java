// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.core.wire.FeedDeflater;
import dev.lockstep.core.wire.WireException;
import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route;
import dev.lockstep.server.http.Route.Access;
import dev.lockstep.server.http.Route.Problem;
import dev.lockstep.server.ingest.BatchRefusal;
import dev.lockstep.server.ingest.Ingest;
import dev.lockstep.server.ingest.Ingest.Answer;
import dev.lockstep.server.ingest.IngestLimits;
import dev.lockstep.server.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/// `POST /api/v1/feed`: a batch of an agent. docs/wire-format.md tells what it is and what each answer asks of the
/// agent.
public final class FeedRoute {
    /// Bodies that are read at a time have together at most so many bytes.
    public static final int BODIES_BYTES_MAX = 256 << 20;

    private static final int KIBIBYTE = 1024;

    private final Ingest ingest;
    private final Semaphore kibibytes = new Semaphore(BODIES_BYTES_MAX / KIBIBYTE);

    /// Into that ingest.
    public FeedRoute(Ingest ingest) {
        this.ingest = ingest;
    }

    /// Its one route.
    public List<Route> routes() {
        return List.of(new Route("POST", "/api/v1/feed", Access.AGENT, this::take));
    }

    private void take(Call call) throws Problem {
        int reserved = Math.toIntExact(expectedBytes(call) / KIBIBYTE + 1);
        if (!kibibytes.tryAcquire(reserved)) {
            answer(call, ingest.refused(BatchRefusal.QUEUE_FULL, "too much comes at once, wait and send it again"));
            return;
        }
        try {
            answer(call, taken(call));
        } finally {
            kibibytes.release(reserved);
        }
    }

    private static long expectedBytes(Call call) {
        long told = call.request().headers().contentLength().orElse(IngestLimits.BATCH_BYTES_MAX);
        return Math.clamp(told, 0, IngestLimits.BATCH_BYTES_MAX);
    }

    private Answer taken(Call call) throws Problem {
        byte[] body;
        try {
            body = call.body(IngestLimits.BATCH_BYTES_MAX);
        } catch (Problem problem) {
            if (problem.status() != BatchRefusal.TOO_LARGE.status()) {
                throw problem;
            }
            return ingest.refused(BatchRefusal.TOO_LARGE, String.valueOf(problem.getMessage()));
        }
        String encoding = call.header("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "identity" -> ingest.take(body, body.length, body.length);
            case "deflate" -> inflated(body);
            default -> ingest.refused(BatchRefusal.MALFORMED, "Content-Encoding must be deflate or identity");
        };
    }

    private Answer inflated(byte[] body) {
        try {
            byte[] batch = FeedDeflater.inflate(body, 0, body.length);
            return ingest.take(batch, batch.length, body.length);
        } catch (WireException damaged) {
            return ingest.refused(BatchRefusal.MALFORMED, String.valueOf(damaged.getMessage()));
        }
    }

    private static void answer(Call call, Answer answer) {
        switch (answer) {
            case Answer.Taken(int sampling) -> call.json(JsonWriter.object(out -> out.number("sampling", sampling)));
            case Answer.Refused(BatchRefusal reason, String line) -> {
                if (reason.status() == 429) {
                    call.response().header("Retry-After", Integer.toString(IngestLimits.RETRY_SECONDS));
                }
                call.line(reason.status(), line);
            }
        }
    }
}
