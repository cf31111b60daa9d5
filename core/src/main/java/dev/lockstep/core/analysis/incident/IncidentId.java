// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.JobKey;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The id of an incident: FNV-1a of what it is about, spread over all 64 bits. Ids are stored and compared between
/// brains, so this never changes.
final class IncidentId {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private IncidentId() {}

    static String of(JobKey job, Family family, String culprit) {
        long hash = OFFSET;
        for (String part : new String[] {job.jobId(), job.incarnation(), family.name(), culprit}) {
            for (byte octet : part.getBytes(StandardCharsets.UTF_8)) {
                hash = (hash ^ (octet & 0xff)) * PRIME;
            }
            hash = (hash ^ 0x100) * PRIME;
        }
        hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return HexFormat.of().toHexDigits(hash ^ hash >>> 31);
    }
}
