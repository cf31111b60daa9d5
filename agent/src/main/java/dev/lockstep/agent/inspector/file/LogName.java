// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.file;

import dev.lockstep.agent.inspector.line.Names;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// What the name of a log and of its directory tell. `base` is the name without the suffixes of rotation and
/// compression: the logs of one base follow each other. A file without a pid in its name gets a negative number made
/// from its name, so that the lines of two such files are never taken for one process.
public record LogName(
        String directory, Optional<String> jobId, String base, boolean compressed, String host, long processId) {
    private static final Pattern LOG = Pattern.compile("(.+\\.(?:log|json|jsonl))(?:\\.\\d{1,6})?(\\.gz)?");
    private static final Pattern PROCESS = Pattern.compile("(.+)-pid(\\d{1,18})\\.\\w+");
    private static final Pattern DIRECTORY = Pattern.compile("nccl-inspector-(.+)");
    private static final String NO_JOB = "unknown-jobid";
    private static final String NO_HOST = "unknown";

    /// The name of a log of Inspector's, empty for other names.
    public static Optional<LogName> of(Path directory, String fileName) {
        Matcher log = LOG.matcher(fileName);
        if (!log.matches()) {
            return Optional.empty();
        }
        String base = log.group(1);
        Matcher process = PROCESS.matcher(base);
        boolean named = process.matches();
        return Optional.of(new LogName(
                directory.toString(),
                jobId(directory),
                base,
                log.group(2) != null,
                named ? Names.cut(process.group(1)) : NO_HOST,
                named ? Long.parseLong(process.group(2)) : surrogate(base)));
    }

    /// Whether one of the two was rotated out of the other.
    public boolean isOfSequence(LogName that) {
        return base.equals(that.base) && directory.equals(that.directory);
    }

    private static Optional<String> jobId(Path directory) {
        Path last = directory.toAbsolutePath().normalize().getFileName();
        Matcher matcher = DIRECTORY.matcher(last == null ? "" : last.toString());
        return matcher.matches() && !matcher.group(1).equals(NO_JOB)
                ? Optional.of(Names.cut(matcher.group(1)))
                : Optional.empty();
    }

    private static long surrogate(String base) {
        CRC32 checksum = new CRC32();
        checksum.update(base.getBytes(StandardCharsets.UTF_8));
        return -1 - checksum.getValue();
    }
}
