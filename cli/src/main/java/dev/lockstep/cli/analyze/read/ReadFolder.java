// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.analysis.duration.DurationStudy;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was read.
///
/// @param files logs that were read
/// @param bytes their length as they lie there, compressed or not
/// @param chains what each process's logs said of themselves
/// @param refused what belongs to no process, by reason
/// @param foreign files with the name of a log that are no logs of Inspector's
public record ReadFolder(
        List<Path> paths,
        DurationStudy study,
        int files,
        long bytes,
        List<ReadLog> chains,
        Map<String, Long> refused,
        List<Path> foreign) {
    public ReadFolder {
        paths = List.copyOf(paths);
        chains = List.copyOf(chains);
        refused = Map.copyOf(refused);
        foreign = List.copyOf(foreign);
    }

    /// What one log, with those that were rotated out of it, said of itself.
    ///
    /// @param process whose it is; the last one if it names several, absent if it names none
    /// @param records operations, believed or not
    /// @param dropped what Inspector's ring dropped, absent where the log does not say
    /// @param lost lines and operations that cannot be used, by reason
    /// @param suspect times that are not believed, by reason
    public record ReadLog(
            Path path,
            Optional<StudiedProcess> process,
            long records,
            Optional<Long> dropped,
            Map<String, Long> lost,
            Map<String, Long> suspect) {}

    static ReadFolder of(List<Path> paths, DurationStudy study, FolderListing listing, ReasonCounts refused) {
        int files = 0;
        long bytes = 0;
        List<ReadLog> logs = new ArrayList<>();
        for (LogChain chain : listing.chains()) {
            files += chain.files().size();
            bytes += chain.files().stream().mapToLong(FoundFile::size).sum();
            logs.add(new ReadLog(
                    chain.files().getLast().path(),
                    Optional.ofNullable(chain.process()),
                    chain.records(),
                    chain.drops().isStated() ? Optional.of(chain.drops().sum()) : Optional.empty(),
                    chain.lost().toMap(),
                    chain.suspect().toMap()));
        }
        return new ReadFolder(paths, study, files, bytes, logs, refused.toMap(), listing.foreign());
    }

    /// Operations that were read, believed or not.
    public long records() {
        return chains.stream().mapToLong(ReadLog::records).sum();
    }

    /// What is lost of all logs, by reason.
    public Map<String, Long> lost() {
        Map<String, Long> sum = new HashMap<>(refused);
        chains.forEach(chain -> chain.lost().forEach((reason, count) -> sum.merge(reason, count, Long::sum)));
        return sum;
    }

    /// Times that are not believed, by reason.
    public Map<String, Long> suspect() {
        Map<String, Long> sum = new HashMap<>();
        chains.forEach(chain -> chain.suspect().forEach((reason, count) -> sum.merge(reason, count, Long::sum)));
        return sum;
    }
}
