// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.core.config.NearestName;
import dev.lockstep.server.config.Setting.WrongText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What was given for each setting: first the file, over it the environment, over that the flags. Each problem is noted
/// and the default returned, so that all are found.
final class SettingValues implements Thresholds.Values {
    /// A text, the name under which it came (`--listen`, `LOCKSTEP_SERVER_LISTEN`, `server.yml: listen`) and the folder
    /// where a relative path in it begins.
    private record Given(String name, String text, Path folder) {}

    private static final Path HERE = Path.of("");
    static final String LISTED_AT = "docs/config-server.md";

    /// What Kubernetes sets in every pod beside a Service called `lockstep-server`.
    private static final Pattern OF_KUBERNETES = Pattern.compile("LOCKSTEP_SERVER_"
            + "(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private final Map<String, Given> given = new HashMap<>();
    private final List<Map<String, String>> classes = new ArrayList<>();
    private final List<String> problems;
    private String classesPlace = ConfigFile.JOB_CLASSES;

    SettingValues(Map<String, String> flags, Map<String, String> environment, List<String> problems) {
        this.problems = problems;
        String file =
                flags.getOrDefault(ServerSettings.CONFIG.key(), environment.get(ServerSettings.CONFIG.variable()));
        if (file != null) {
            addFile(file);
        }
        environment.forEach(this::addVariable);
        flags.forEach(this::addFlag);
    }

    private void addFile(String name) {
        Path file;
        try {
            file = Path.of(name);
        } catch (InvalidPathException _) {
            return; // The value of `config` says so.
        }
        Path folder = Optional.ofNullable(file.getParent()).orElse(HERE);
        ConfigFile.Content content = ConfigFile.read(file, problems);
        classesPlace = file + ": " + ConfigFile.JOB_CLASSES;
        classes.addAll(content.classes());
        content.values().forEach((key, text) -> {
            String place = file + ": " + key;
            inFile(key)
                    .ifPresentOrElse(
                            setting -> given.put(setting.key(), new Given(place, text, folder)),
                            () -> refuse(place, key, fileKeys()));
        });
    }

    private void addVariable(String variable, String text) {
        if (!variable.startsWith(Setting.VARIABLE_PREFIX)
                || OF_KUBERNETES.matcher(variable).matches()) {
            return;
        }
        ServerSettings.all().stream()
                .filter(setting -> setting.variable().equals(variable))
                .findFirst()
                .ifPresentOrElse(
                        setting -> given.put(setting.key(), new Given(variable, text, HERE)),
                        () -> refuse(variable, variable, variables()));
    }

    private void addFlag(String key, String text) {
        ServerSettings.all().stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .ifPresentOrElse(
                        setting -> given.put(key, new Given(setting.flag(), text, HERE)),
                        () -> refuse("--" + key, "--" + key, flags()));
    }

    private void refuse(String place, String name, List<String> known) {
        problems.add(place + " is no setting of the server: " + NearestName.hint(name, known, LISTED_AT));
    }

    private static Optional<Setting<?>> inFile(String key) {
        return ServerSettings.all().stream()
                .filter(setting -> !setting.equals(ServerSettings.CONFIG))
                .<Setting<?>>map(setting -> setting)
                .filter(setting -> setting.fileKey().equals(key))
                .findFirst();
    }

    private static List<String> fileKeys() {
        return Stream.concat(ServerSettings.all().stream().map(Setting::fileKey), Stream.of(ConfigFile.JOB_CLASSES))
                .toList();
    }

    private static List<String> variables() {
        return ServerSettings.all().stream().map(Setting::variable).toList();
    }

    private static List<String> flags() {
        return ServerSettings.all().stream().map(Setting::flag).toList();
    }

    /// The value of the setting; its default where what was given is wrong.
    @Override
    public <T> T value(Setting<T> setting) {
        Given value = given.get(setting.key());
        if (value != null) {
            try {
                return setting.form().reader().read(value.text(), value.folder());
            } catch (WrongText wrong) {
                tell(value.name() + " " + wrong.must() + ": '" + oneLine(value.text()) + "'");
            }
        }
        try {
            return setting.form().reader().read(setting.fallback(), HERE);
        } catch (WrongText wrong) {
            throw new IllegalStateException("the default of " + setting.key() + " " + wrong.must(), wrong);
        }
    }

    /// A setting may be asked for several times.
    private void tell(String problem) {
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /// The thresholds of all jobs, by their class.
    JobClasses jobClasses() {
        Thresholds usual = Thresholds.of(this);
        if (!usual.isInOrder()) {
            problems.add(Thresholds.NOT_IN_ORDER);
        }
        return new JobClasses(new JobClassReader(this, problems).read(classesPlace, classes), usual.settings());
    }

    /// Every setting as it would be written, and where it came from.
    EffectiveSettings effective() {
        return new EffectiveSettings(
                ServerSettings.all().stream().map(this::effective).toList(), classes);
    }

    private EffectiveSettings.Entry effective(Setting<?> setting) {
        Given value = given.get(setting.key());
        return value == null
                ? new EffectiveSettings.Entry(setting, setting.fallback(), EffectiveSettings.DEFAULT)
                : new EffectiveSettings.Entry(setting, oneLine(value.text()), oneLine(value.name()));
    }

    static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
