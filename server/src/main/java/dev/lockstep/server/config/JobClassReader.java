// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.core.config.NearestName;
import dev.lockstep.server.config.Setting.WrongText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the entries of `job_classes`. Thresholds that an entry leaves out are those of the server.
final class JobClassReader {
    private static final Path NOWHERE = Path.of("");

    private final Thresholds.Values usual;
    private final List<String> problems;
    private final Set<String> names = new HashSet<>();

    JobClassReader(Thresholds.Values usual, List<String> problems) {
        this.usual = usual;
        this.problems = problems;
    }

    /// All there may be in an entry.
    static List<Setting<?>> settings() {
        return Stream.concat(
                        Stream.of(
                                JobClassSettings.NAME,
                                JobClassSettings.JOB_ID,
                                JobClassSettings.NODE,
                                JobClassSettings.RANKS),
                        ThresholdSettings.all().stream())
                .toList();
    }

    /// The classes of these entries, which `place` has.
    List<JobClass> read(String place, List<Map<String, String>> entries) {
        if (entries.size() > JobClasses.JOB_CLASSES_MAX) {
            problems.add(place + " has more than " + JobClasses.JOB_CLASSES_MAX + " entries");
            return List.of();
        }
        List<JobClass> classes = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            classes.add(new Entry(place + "[" + i + "]", entries.get(i)).read());
        }
        return classes;
    }

    private final class Entry implements Thresholds.Values {
        private final String place;
        private final Map<String, String> texts;

        private Entry(String place, Map<String, String> texts) {
            this.place = place;
            this.texts = texts;
        }

        private JobClass read() {
            List<String> known = settings().stream().map(Setting::fileKey).toList();
            texts.keySet().stream()
                    .filter(key -> !known.contains(key))
                    .forEach(key -> problems.add(place + ": " + key + " is nothing that a class of jobs has: "
                            + NearestName.hint(key, known, SettingValues.LISTED_AT)));
            if (!has(JobClassSettings.JOB_ID) && !has(JobClassSettings.NODE) && !has(JobClassSettings.RANKS)) {
                problems.add(place + " says of no job that it is of this class: give it job_id, node or ranks, or set"
                        + " the thresholds outside of " + ConfigFile.JOB_CLASSES);
            }
            return new JobClass(
                    name(),
                    value(JobClassSettings.JOB_ID),
                    value(JobClassSettings.NODE),
                    value(JobClassSettings.RANKS),
                    thresholds().settings());
        }

        private Thresholds thresholds() {
            Thresholds own = Thresholds.of(this);
            if (!own.isInOrder() && (has(ThresholdSettings.HANG_P0) || has(ThresholdSettings.HANG_SUSPECT))) {
                problems.add(place + ": " + Thresholds.NOT_IN_ORDER);
            }
            return own;
        }

        private boolean has(Setting<?> setting) {
            return texts.containsKey(setting.fileKey());
        }

        private String name() {
            if (!has(JobClassSettings.NAME)) {
                problems.add(place + " needs a name");
                return place;
            }
            String name = value(JobClassSettings.NAME);
            if (!names.add(name)) {
                problems.add(place + ": name " + name + " is that of another class: give each its own");
            }
            return name;
        }

        @Override
        public <T> T value(Setting<T> setting) {
            String text = texts.get(setting.fileKey());
            if (text != null) {
                try {
                    return setting.form().reader().read(text, NOWHERE);
                } catch (WrongText wrong) {
                    problems.add(place + ": " + setting.fileKey() + " " + wrong.must() + ": '"
                            + SettingValues.oneLine(text) + "'");
                }
            }
            return usual.value(setting);
        }
    }
}
