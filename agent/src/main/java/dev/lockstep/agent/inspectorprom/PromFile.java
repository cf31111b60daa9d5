// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.core.model.ReportedTiming;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// One followed `.prom` file: what it said when it was last read whole, and how long it has said it.
///
/// Inspector cuts a file to nothing and writes it anew, piece by piece; until it has stood still from one reading to
/// the next, the former content is shown. A file that should have been rewritten and was not is stale: its GPU idles,
/// its job hangs or was killed, and its values are no longer shown.
final class PromFile {
    /// How a file looks in a listing.
    record Stamp(Object fileKey, long size, long modifiedMillis) {}

    private final Path path;
    private final String gpuUuid;
    private final PromCounts refused;
    private Stamp stamp;
    private long changedMillis;
    private boolean seenChanging;
    private long intervalMillis = Long.MAX_VALUE;
    private boolean pending = true;
    private boolean stale;
    private List<ReportedTiming> timings = List.of();

    PromFile(Path path, String gpuUuid, Stamp stamp, long nowMillis, PromCounts refused) {
        this.path = path;
        this.gpuUuid = gpuUuid;
        this.stamp = stamp;
        this.changedMillis = nowMillis;
        this.refused = refused;
    }

    /// The file as it was found now.
    void look(Stamp now, long nowMillis, NodeNames nodes) {
        if (!now.equals(stamp)) {
            changed(now, nowMillis);
        } else if (pending && (nowMillis > changedMillis || isSettled(nowMillis))) {
            pending = false;
            read(nodes);
        }
        boolean isStale = ageMillis(nowMillis) >= staleAfterMillis();
        if (isStale && !stale) {
            refused.one(PromReason.STALE_FILE);
        }
        stale = isStale;
    }

    private void changed(Stamp now, long nowMillis) {
        long interval = now.modifiedMillis() - stamp.modifiedMillis();
        if (interval > PromLimits.SETTLED_AFTER.toMillis()) {
            intervalMillis = Math.min(intervalMillis, interval);
        }
        stamp = now;
        changedMillis = nowMillis;
        seenChanging = true;
        pending = true;
    }

    private boolean isSettled(long nowMillis) {
        return nowMillis - stamp.modifiedMillis() >= PromLimits.SETTLED_AFTER.toMillis();
    }

    /// By the agent's clock alone once a change was seen: the clock of a file server may differ.
    private long ageMillis(long nowMillis) {
        long sinceChange = nowMillis - changedMillis;
        return seenChanging ? sinceChange : Math.max(sinceChange, nowMillis - stamp.modifiedMillis());
    }

    private long staleAfterMillis() {
        long least = PromLimits.STALE_AFTER.toMillis();
        boolean isKnown = intervalMillis < Long.MAX_VALUE / PromLimits.STALE_INTERVALS;
        return isKnown ? Math.max(least, PromLimits.STALE_INTERVALS * intervalMillis) : least;
    }

    private void read(NodeNames nodes) {
        if (stamp.size() > PromLimits.FILE_BYTES_MAX) {
            refused.one(PromReason.FILE_TOO_LONG);
            timings = List.of();
            return;
        }
        try (InputStream in = Files.newInputStream(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes((int) stamp.size());
            timings = parse(new String(bytes, StandardCharsets.UTF_8), nodes);
        } catch (IOException e) {
            refused.one(PromReason.FILE_UNREADABLE);
            timings = List.of();
        }
    }

    private List<ReportedTiming> parse(String text, NodeNames nodes) {
        PromTimings parsed = new PromTimings(gpuUuid, nodes, refused);
        int whole = text.lastIndexOf('\n') + 1;
        text.substring(0, whole).lines().forEach(parsed::line);
        if (whole < text.length()) {
            refused.one(PromReason.CUT_LINE);
        }
        return parsed.timings();
    }

    /// What it says, nothing while it is stale.
    List<ReportedTiming> shown() {
        return stale ? List.of() : timings;
    }
}
