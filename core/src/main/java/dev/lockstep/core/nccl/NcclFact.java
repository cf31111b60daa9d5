// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.nccl;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One thing that an operator should know of some versions of NCCL. `remedy` says what to do; `source` is where it can
/// be looked up.
public record NcclFact(String id, Kind kind, NcclVersions versions, String what, String remedy, String source) {
    private static final Pattern SETTING = Pattern.compile("\\b(?<name>(?:NCCL|LOCKSTEP)_[A-Z0-9_]+)=(?<value>\\w+)");

    /// How much it matters.
    public enum Kind {
        /// What these versions do not tell a profiler plugin.
        LIMIT,
        /// What is wrong with these versions.
        DEFECT
    }

    /// The environment variable that helps, `NCCL_RAS_ENABLE=0`, if the remedy names one.
    public Optional<String> setting() {
        Matcher setting = SETTING.matcher(remedy);
        return setting.find() ? Optional.of(setting.group()) : Optional.empty();
    }

    /// Whether an environment has the setting that helps.
    public boolean isWorkedAround(Map<String, String> environment) {
        Matcher setting = SETTING.matcher(remedy);
        return setting.find() && setting.group("value").equals(environment.get(setting.group("name")));
    }
}
