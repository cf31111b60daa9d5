// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.file.LogInput;
import dev.lockstep.agent.inspector.line.Field;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.line.LineCutter;
import dev.lockstep.agent.inspector.line.LineOwner;
import dev.lockstep.agent.inspector.line.LineParser;
import dev.lockstep.agent.inspector.line.Names;
import dev.lockstep.agent.inspector.line.PrettyObject;
import dev.lockstep.agent.inspector.line.Section;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A log and what its first lines tell: whether it is one of Inspector's at all, when it was begun, and of which ranks.
final class PeekedFile implements LineOwner {
    private static final int PEEK_BYTES = 64 * 1024;
    private static final int HEAD_BYTES = 1024;

    /// A rank of a communicator, told by a process.
    record Claim(String id, long rank, String host, long processId) {
        boolean contradicts(Claim that) {
            boolean isSameRank = id.equals(that.id) && rank == that.rank;
            return isSameRank && !(host.equals(that.host) && processId == that.processId);
        }
    }

    private final FoundFile found;
    private final Set<Claim> claims = new HashSet<>();
    private final ReasonCounts refused = new ReasonCounts();
    private byte[] head = new byte[0];
    private long firstStamp = Long.MAX_VALUE;
    private long records;
    private boolean isReadable = true;
    private @Nullable PrettyObject pretty;

    private PeekedFile(FoundFile found) {
        this.found = found;
    }

    static PeekedFile of(FoundFile found) {
        PeekedFile peeked = new PeekedFile(found);
        byte[] buffer = new byte[PEEK_BYTES];
        try (LogInput input = LogInput.open(found, 0)) {
            int filled = input.fill(buffer);
            peeked.head = Arrays.copyOf(buffer, Math.min(filled, HEAD_BYTES));
            LineParser<PeekedFile> parser = new LineParser<>((record, owner) -> owner.take(record), peeked.refused);
            int used = new LineCutter<>(parser, peeked.refused).cut(buffer, filled, false, peeked);
            if (used < filled && filled < buffer.length) {
                parser.unfinished(buffer, used, filled, peeked);
            }
        } catch (IOException e) {
            peeked.isReadable = false;
        }
        return peeked;
    }

    private void take(InspectorRecord record) {
        if (!record.has(Section.HEADER) && !record.has(Section.METADATA) && !record.has(Section.COLLECTIVE)) {
            return;
        }
        records++;
        long stamp = record.number(Field.DUMP_TIMESTAMP);
        firstStamp = stamp > 0 ? Math.min(firstStamp, stamp) : firstStamp;
        String host = record.text(Field.HOSTNAME);
        long pid = record.number(Field.PID);
        claims.add(new Claim(
                Names.communicatorId(record.text(Field.ID)),
                record.number(Field.RANK),
                host == null ? found.name().host() : Names.cut(host),
                pid < 0 ? found.name().processId() : pid));
    }

    FoundFile found() {
        return found;
    }

    Set<Claim> claims() {
        return claims;
    }

    /// When its first line was written, by its writer's clock.
    long firstStamp() {
        return firstStamp;
    }

    /// Whether something of it can be read that could be Inspector's.
    boolean isInspectors() {
        return records > 0 || refused.of(Reason.FOREIGN_LINE) == 0;
    }

    boolean isReadable() {
        return isReadable;
    }

    /// Whether it begins like another one, so that it is a copy of it or of its begin.
    boolean isCopyOf(PeekedFile that) {
        return head.length >= HEAD_BYTES / 4 && Arrays.equals(head, that.head);
    }

    @Override
    public @Nullable PrettyObject pretty() {
        return pretty;
    }

    @Override
    public void pretty(@Nullable PrettyObject opened) {
        pretty = opened;
    }

    @Override
    public void damagedLine(Reason reason) {
        refused.one(reason);
    }
}
