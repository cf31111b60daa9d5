// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleGroup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackfillTest {
    private static final List<RuleGroup> GROUPS = List.of(
            group("one", rule("a:b:c", "rate(x[1m])"), rule("a:b:d", "a:b:c / y"), rule("a:b:e", "a:b:d > a:b:c")),
            group("two", rule("f:b:c", "sum(a:b:c)"), rule("f:b:d", "z")));

    @Test
    void putsARuleIntoThePassAfterWhatItUses() {
        assertThat(Backfill.passes(GROUPS).stream().map(BackfillTest::names))
                .containsExactly(List.of("a:b:c", "f:b:d"), List.of("a:b:d", "f:b:c"), List.of("a:b:e"));
    }

    @Test
    void keepsOnlyWhatIsNeeded() {
        assertThat(names(Backfill.needed(List.of("f:b:c"), GROUPS))).containsExactly("a:b:c", "f:b:c");
    }

    @Test
    void writesPassesForBothKindsOfHistograms() {
        assertThat(Backfill.files())
                .map(GeneratedFile::path)
                .contains(
                        "prometheus/backfill/classic/pass-1.rules.yml", "prometheus/backfill/native/pass-1.rules.yml");
    }

    private static List<String> names(List<RuleGroup> groups) {
        return groups.stream()
                .flatMap(group -> group.rules().stream())
                .map(Rule::name)
                .toList();
    }

    private static RuleGroup group(String name, Rule... rules) {
        return new RuleGroup(name, Duration.ofSeconds(15), List.of(rules));
    }

    private static Rule rule(String name, String expression) {
        return new RecordingRule(name, expression, "A rule.", "seconds", List.of(), "jobs");
    }
}
