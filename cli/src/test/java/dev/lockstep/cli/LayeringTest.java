// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.lockstep.cli.sample.one.One;
import dev.lockstep.cli.sample.two.Two;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing uses what stands above or beside it, packages have no cycles, and core is pure.
class LayeringTest {
    private static final String ALL = "dev.lockstep.";
    private static final String CORE = "dev.lockstep.core.";
    private static final String SAMPLE = "dev.lockstep.cli.sample.";
    private static final Pattern DEPENDENCY =
            Pattern.compile("(?s)<dependency>((?:(?!</dependency>).)*)lockstep-(\\w+)</artifactId>(.*?)</dependency>");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.lockstep");

    @Test
    void usesOnlyModulesThatTheTableAllows() {
        assertThat(Layering.withoutArrow(CLASSES, ALL, Layering.MODULES))
                .as("turn the arrow round, or move the class to the module that may know both")
                .isEmpty();
        assertThat(Layering.unknownParts(CLASSES, ALL, Layering.MODULES)).isEmpty();
    }

    @Test
    void usesOnlyCorePackagesThatTheTableAllows() {
        assertThat(Layering.withoutArrow(CLASSES, CORE, Layering.CORE_PACKAGES)).isEmpty();
        assertThat(Layering.unknownParts(CLASSES, CORE, Layering.CORE_PACKAGES)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"core", "shm", "agent", "server", "simulator", "console", "cli", "bench"})
    void declaresNoOtherModuleInItsPom(String module) throws IOException {
        assertThat(Layering.MODULES.get(module)).containsAll(declared(module));
    }

    @Test
    void hasNoPackageCycle() {
        assertThat(Layering.cycles(CLASSES))
                .as("move what both need into a third package")
                .isEmpty();
    }

    @Test
    void keepsCorePure() {
        List<JavaClass> core =
                CLASSES.stream().filter(type -> type.getName().startsWith(CORE)).toList();

        assertThat(core).isNotEmpty();
        assertThat(Layering.impure(core))
                .as("time, input and chance are arguments there, so that every verdict can be replayed")
                .isEmpty();
    }

    @Test
    void noticesAnArrowThatIsNotInTheTable() {
        assertThat(Layering.withoutArrow(CLASSES, ALL, Map.of("cli", Set.of("agent", "server", "shm", "simulator"))))
                .isNotEmpty()
                .anyMatch(place -> place.contains("dev.lockstep.core.config.InvalidConfigException"));
    }

    @Test
    void noticesAModuleThatIsNotInTheTable() {
        assertThat(Layering.unknownParts(CLASSES, ALL, Map.of("core", Set.of())))
                .contains("cli");
    }

    @Test
    void noticesAPackageCycle() {
        assertThat(Layering.cycles(new ClassFileImporter().importClasses(One.class, Two.class)))
                .hasSize(1);
    }

    @Test
    void acceptsPackagesWithoutCycle() {
        assertThat(Layering.cycles(new ClassFileImporter().importClasses(One.class)))
                .isEmpty();
    }

    @Test
    void noticesEveryKindOfImpurity() {
        var sample = new ClassFileImporter().importPackages(SAMPLE.substring(0, SAMPLE.length() - 1));
        var impure = sample.stream()
                .filter(type -> type.getSimpleName().equals("Impure"))
                .toList();
        var methods = impure.stream()
                .flatMap(type -> type.getMethods().stream())
                .map(method -> method.getName())
                .toList();

        assertThat(methods).hasSizeGreaterThan(5);
        for (String method : methods) {
            assertThat(Layering.impure(impure)).anyMatch(place -> place.contains("." + method + "("));
        }
    }

    /// What the module's pom names outside tests.
    private static Set<String> declared(String module) throws IOException {
        String pom = Files.readString(Checkout.root().resolve(module).resolve("pom.xml"));
        return DEPENDENCY
                .matcher(pom)
                .results()
                .filter(dependency -> !dependency.group(3).contains("<scope>test</scope>"))
                .map(dependency -> dependency.group(2))
                .collect(Collectors.toSet());
    }
}
