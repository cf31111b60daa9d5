// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.rules.alert.AlertRules;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.record.RecordingRules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// All rule files. A Prometheus loads those of its flavour and those that lie above both, which serve either.
public final class RulePack {
    private static final String FOLDER = "prometheus/";

    private RulePack() {}

    /// Every rule file with its place below the folder of generated files.
    public static List<GeneratedFile> files() {
        List<GeneratedFile> files = new ArrayList<>();
        List<RuleFile> ofNative = RecordingRules.files(Flavour.NATIVE);
        for (RuleFile file : RecordingRules.files(Flavour.CLASSIC)) {
            if (ofNative.contains(file)) {
                files.add(new GeneratedFile(FOLDER + file.name(), file.yaml()));
            } else {
                files.add(placed(Flavour.CLASSIC, file));
            }
        }
        ofNative.stream()
                .filter(file -> !RecordingRules.files(Flavour.CLASSIC).contains(file))
                .forEach(file -> files.add(placed(Flavour.NATIVE, file)));
        AlertRules.files().forEach(file -> files.add(new GeneratedFile(FOLDER + file.name(), file.yaml())));
        return List.copyOf(files);
    }

    /// What a Prometheus of that flavour loads.
    public static List<RuleFile> of(Flavour flavour) {
        return Stream.of(RecordingRules.files(flavour), AlertRules.files())
                .flatMap(List::stream)
                .toList();
    }

    private static GeneratedFile placed(Flavour flavour, RuleFile file) {
        return new GeneratedFile(FOLDER + flavour.folder() + "/" + file.name(), file.yaml());
    }
}
