// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import dev.lockstep.agent.inspectorprom.PromFile.Stamp;
import dev.lockstep.agent.source.NodeNames;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.ReportedOperation;
import dev.lockstep.core.model.ReportedTiming;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The `.prom` files that NVIDIA's NCCL Inspector writes for node_exporter, in some directories
/// (docs/inspector-prom.md).
/// They hold no counters, so that they feed gauges only. One thread at a time.
public final class PromSource implements Source {
    private record Shown(ReportedTiming.Meaning meaning, ReportedOperation operation) {}

    private static final Pattern NAME = Pattern.compile("nccl_inspector_metrics_(.+)\\.prom");

    private final List<Path> directories;
    private final NodeNames nodes;
    private final PromCounts refused = new PromCounts();
    private final Set<Path> refusedPaths = new HashSet<>();
    private Map<Path, PromFile> files = new TreeMap<>();

    /// Follows `directories`, which need not exist yet.
    public PromSource(List<Path> directories, NodeNames nodes) {
        this.directories = List.copyOf(directories);
        this.nodes = nodes;
    }

    @Override
    public String name() {
        return "inspector_prom";
    }

    @Override
    public Reading read(Instant now) {
        Map<Path, PromFile> found = new TreeMap<>();
        List<Path> failed = new ArrayList<>();
        boolean isThere = false;
        for (Path directory : directories) {
            if (Files.isDirectory(directory)) {
                isThere = true;
                if (!list(directory, found, now.toEpochMilli())) {
                    failed.add(directory);
                }
            }
        }
        files = found;
        if (!failed.isEmpty()) {
            return new Reading.Failed("cannot list " + failed + ": give the agent's user the right to read it");
        }
        return isThere
                ? new Reading.Fresh(List.of(), refused.toMap(), shown())
                : new Reading.Absent("no directory of " + directories);
    }

    private boolean list(Path directory, Map<Path, PromFile> found, long nowMillis) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.prom")) {
            for (Path entry : entries) {
                Matcher name = NAME.matcher(entry.getFileName().toString());
                if (name.matches()) {
                    file(entry, name.group(1), found, nowMillis);
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    private void file(Path path, String gpuUuid, Map<Path, PromFile> found, long nowMillis) {
        BasicFileAttributes attributes = attributes(path);
        if (attributes == null) {
            return;
        }
        if (!attributes.isRegularFile()) {
            refuse(path, PromReason.NOT_A_FILE);
        } else if (found.size() >= PromLimits.FILES_MAX) {
            refuse(path, PromReason.FILES_OVER_LIMIT);
        } else {
            Object key = attributes.fileKey();
            Stamp stamp = new Stamp(
                    key == null ? path : key,
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis());
            PromFile file = files.get(path);
            if (file == null) {
                file = new PromFile(path, gpuUuid, stamp, nowMillis, refused);
            }
            file.look(stamp, nowMillis, nodes);
            found.put(path, file);
        }
    }

    /// Counts a path once, not once a reading.
    private void refuse(Path path, PromReason reason) {
        if (refusedPaths.size() < PromLimits.FILES_MAX && refusedPaths.add(path)) {
            refused.one(reason);
        }
    }

    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // It has gone since the listing.
            return null;
        }
    }

    /// Two files may tell of the same GPU, in two directories: of equal labels the first is shown.
    private List<ReportedTiming> shown() {
        Map<Shown, ReportedTiming> shown = new LinkedHashMap<>();
        files.forEach((path, file) -> {
            for (ReportedTiming timing : file.shown()) {
                Shown key = new Shown(timing.meaning(), timing.operation());
                if (shown.containsKey(key)) {
                    refuse(path, PromReason.DUPLICATE_SERIES);
                } else if (shown.size() >= PromLimits.TIMINGS_MAX) {
                    refuse(path, PromReason.TIMINGS_OVER_LIMIT);
                } else {
                    shown.put(key, timing);
                }
            }
        });
        return List.copyOf(shown.values());
    }

    @Override
    public void close() {
        files = Map.of();
    }
}
