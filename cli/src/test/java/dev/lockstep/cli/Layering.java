// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What may stand on what. Each method says where classes break it, one sentence a place, so that
/// [LayeringTest] can ask it about the real classes and about samples.
final class Layering {
    /// The one table of arrows between modules: what each may use. A new module gets a row.
    static final Map<String, Set<String>> MODULES = Map.of(
            "core", Set.of(),
            "shm", Set.of("core"),
            "agent", Set.of("core", "shm"),
            "server", Set.of("core"),
            "simulator", Set.of("core"),
            "console", Set.of(),
            "cli", Set.of("core", "shm", "agent", "server", "simulator", "console"),
            "bench", Set.of("core", "shm", "agent", "server", "simulator", "cli"));

    /// The same for the packages of core.
    static final Map<String, Set<String>> CORE_PACKAGES = Map.of(
            "config", Set.of(),
            "model", Set.of(),
            "nccl", Set.of(),
            "metric", Set.of("model"),
            "role", Set.of("model"),
            "feed", Set.of("model"),
            "wire", Set.of("feed", "metric", "model"),
            "analysis", Set.of("feed", "model", "role"),
            "advice", Set.of("analysis", "model"));

    /// Time, input, threads and chance, by class.
    private static final Pattern IMPURE_CLASSES = Pattern.compile("java\\.(?:io|net|nio\\.file|nio\\.channels)\\..*"
            + "|java\\.lang\\.(?:Process|ProcessBuilder|Runtime|Thread)"
            + "|java\\.util\\.(?:Random|SplittableRandom|Timer|random\\..*)"
            + "|java\\.util\\.concurrent\\.(?:Executors|ThreadLocalRandom)");

    /// The same by method, where the class has innocent ones too.
    private static final Pattern IMPURE_METHODS = Pattern.compile("java\\.lang\\.System\\.\\w+"
            + "|java\\.lang\\.Math\\.random"
            + "|java\\.util\\.UUID\\.randomUUID"
            + "|java\\.time\\.\\w+\\.(?:now|system\\w*|tick\\w*)");

    /// `System.arraycopy` is the one method of that class that looks at nothing outside.
    private static final String ARRAY_COPY = "java.lang.System.arraycopy";

    private Layering() {}

    /// Where classes under the prefix use others under it without an arrow in the table.
    static List<String> withoutArrow(Collection<JavaClass> classes, String prefix, Map<String, Set<String>> arrows) {
        return classes.stream()
                .filter(from -> !part(from, prefix).isEmpty())
                .flatMap(from -> from.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> !isAllowed(dependency, prefix, arrows))
                .map(Dependency::getDescription)
                .toList();
    }

    private static boolean isAllowed(Dependency dependency, String prefix, Map<String, Set<String>> arrows) {
        String from = part(dependency.getOriginClass(), prefix);
        String to = part(dependency.getTargetClass(), prefix);
        return to.isEmpty()
                || to.equals(from)
                || arrows.getOrDefault(from, Set.of()).contains(to);
    }

    /// The parts under the prefix that the table does not know.
    static Stream<String> unknownParts(Collection<JavaClass> classes, String prefix, Map<String, Set<String>> arrows) {
        return classes.stream()
                .map(type -> part(type, prefix))
                .filter(Predicate.not(String::isEmpty))
                .filter(part -> !arrows.containsKey(part))
                .distinct();
    }

    /// The name's segment after the prefix, "model" in `dev.lockstep.core.model.Rank`; empty elsewhere.
    private static String part(JavaClass type, String prefix) {
        String name = type.getPackageName() + ".";
        return name.startsWith(prefix) ? name.substring(prefix.length()).replaceFirst("\\..*", "") : "";
    }

    /// Where classes know the time, a thread, a file, a network or chance.
    static List<String> impure(Collection<JavaClass> classes) {
        Stream<String> byClass = classes.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> matches(IMPURE_CLASSES, use.getTargetClass().getName()))
                .map(Dependency::getDescription);
        Stream<String> byMethod = classes.stream()
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(Layering::isImpure)
                .map(JavaAccess::getDescription);
        return Stream.concat(byClass, byMethod).toList();
    }

    private static boolean isImpure(JavaAccess<?> access) {
        String target = access.getTargetOwner().getName() + "." + access.getName();
        return matches(IMPURE_METHODS, target) && !target.equals(ARRAY_COPY);
    }

    private static boolean matches(Pattern pattern, String name) {
        return pattern.matcher(name).matches();
    }

    /// The cycles between packages, empty if there is none.
    static List<String> cycles(JavaClasses classes) {
        return slices().matching("dev.lockstep.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .evaluate(classes)
                .getFailureReport()
                .getDetails();
    }
}
