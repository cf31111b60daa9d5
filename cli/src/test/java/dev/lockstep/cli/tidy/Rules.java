// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.tidy;

import static java.util.stream.Collectors.groupingBy;

import dev.lockstep.cli.tidy.Rule.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The rules, in the order in which `CONTRIBUTING.md` explains them.
final class Rules {
    private static final int JAVA_FILE_LINES_MAX = 400;
    private static final int C_FILE_LINES_MAX = 300;
    private static final int TYPESCRIPT_FILE_LINES_MAX = 300;
    private static final int FUNCTION_LINES_MAX = 60;
    private static final int PARAMETERS_MAX = 6;
    private static final int PACKAGE_FILES_MAX = 20;

    private static final String LICENCE_LINE = "SPDX-License-Identifier: Apache-2.0";

    private static final Pattern BAD_ENDING = Pattern.compile("\\b(?:class|interface|enum|record)\\s+"
            + "\\w+(?:Util|Utils|Helper|Manager|Impl|Base|Data|Info|Processor|Common)\\b");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("^\\s*public\\s+(?:(?:static|final|abstract|sealed|non-sealed)\\s+)*"
                    + "(?:class|interface|enum|record|@interface)\\s+(\\w+)");
    private static final Pattern DOC_COMMENT = Pattern.compile("^\\s*(?:///|/\\*\\*|\\*/)");

    private static final Predicate<TrackedFile> JAVA_OR_C =
            ((Predicate<TrackedFile>) TrackedFile::isJava).or(TrackedFile::isC);
    private static final Predicate<TrackedFile> ANY_SOURCE = JAVA_OR_C.or(TrackedFile::isTypeScript);

    private Rules() {}

    static List<Rule> all() {
        List<Rule> rules = new ArrayList<>(words());
        rules.addAll(calls());
        rules.addAll(sizes());
        return rules;
    }

    /// What no file may say.
    private static List<Rule> words() {
        return List.of(
                Rule.perFile(
                        "licence-line",
                        "begin the file with the comment \"" + LICENCE_LINE + "\"",
                        ANY_SOURCE,
                        Rules::withoutLicence),
                Rule.noText(
                        "unfinished",
                        "finish it, or write down what is missing where a reader looks for it",
                        file -> true,
                        Pattern.compile("\\b(?:TODO|FIXME|XXX)\\b")),
                Rule.noText(
                        "machine-path",
                        "take the path as an argument or from the checkout's root",
                        file -> true,
                        Pattern.compile("(?<![\\w.}/$*-])/(?:work|root)/")),
                Rule.noText(
                        "registry-host",
                        "name the package and its version; the client knows where to get it",
                        file -> true,
                        Pattern.compile("\\brepo\\d?\\.maven\\b|\\bregistry\\.npm|\\bdeb\\.debian\\b"
                                + "|\\bcentral\\.sonatype\\b|\\bpypi\\.org\\b")),
                Rule.noCode(
                        "name-ending",
                        "name what it is or does: Layout, Reader, Writer, Source, Snapshot, Config",
                        TrackedFile::isJava,
                        BAD_ENDING),
                Rule.perFile(
                        "undocumented",
                        "say in one sentence above it what the type is for",
                        TrackedFile::isProductionJava,
                        Rules::undocumented));
    }

    /// What no code may do.
    private static List<Rule> calls() {
        return List.of(
                Rule.noCode(
                        "wildcard-import",
                        "import each class by its name",
                        TrackedFile::isJava,
                        Pattern.compile("^import\\s+(?:static\\s+)?(?:[\\w.]+\\.\\*|module\\b)")),
                Rule.noCode(
                        "system-out",
                        "log through System.Logger; only the command line prints",
                        file -> file.isProductionJava() && !file.path().startsWith("cli/"),
                        Pattern.compile("\\bSystem\\s*\\.\\s*(?:out|err)\\b")),
                Rule.noCode(
                        "sleep",
                        "wait for the condition (Awaitility in tests) or take a clock as argument",
                        TrackedFile::isJava,
                        Pattern.compile("\\bThread\\s*\\.\\s*sleep\\b|\\.sleep\\(")),
                Rule.noCode(
                        "stack-trace",
                        "log one line that says what to do, or let the exception go on",
                        TrackedFile::isJava,
                        Pattern.compile("\\bprintStackTrace\\b")),
                Rule.noCode(
                        "raw-clock",
                        "take an InstantSource or a LongSupplier; SystemClock in cli.process is the real one",
                        TrackedFile::isProductionJava,
                        Pattern.compile("\\bcurrentTimeMillis\\b|\\bnanoTime\\b|\\bInstantSource\\.system\\b"
                                + "|\\bClock\\.(?:system|tick)"
                                + "|\\b(?:Instant|\\w*Date|\\w*Time)\\.now\\(\\s*(?:\\)|$)")),
                Rule.noText(
                        "preview",
                        "do it without preview features, they change under us",
                        file -> file.name().equals("pom.xml") || file.name().equals("lockstep"),
                        Pattern.compile("--enable-preview")));
    }

    /// What grows until nobody reads it.
    private static List<Rule> sizes() {
        return List.of(
                Rule.perFile(
                        "file-length", "split it: the class is about to know everything", ANY_SOURCE, Rules::tooLong),
                Rule.perFile("function-length", "give the parts names of their own", JAVA_OR_C, Rules::longFunctions),
                Rule.perFile(
                        "parameters",
                        "make a record or struct of those that belong together",
                        JAVA_OR_C,
                        Rules::longParameterLists),
                new Rule(
                        "package-size",
                        "find the two things this package is about and part them",
                        Rules::crowdedPackages));
    }

    private static Stream<Place> withoutLicence(TrackedFile file) {
        boolean there = file.lines().stream().limit(1).anyMatch(l -> l.contains(LICENCE_LINE));
        return there ? Stream.empty() : Stream.of(new Place(file.path(), 1, "no licence line"));
    }

    private static Stream<Place> tooLong(TrackedFile file) {
        int lines = file.lines().size();
        int most = linesMax(file);
        return lines <= most ? Stream.empty() : Stream.of(new Place(file.path(), most, lines + " lines, over " + most));
    }

    private static int linesMax(TrackedFile file) {
        if (file.isTypeScript()) {
            return TYPESCRIPT_FILE_LINES_MAX;
        }
        return file.isC() ? C_FILE_LINES_MAX : JAVA_FILE_LINES_MAX;
    }

    private static Stream<Place> longFunctions(TrackedFile file) {
        return Code.of(file).functions().stream()
                .filter(function -> function.lines() > FUNCTION_LINES_MAX)
                .map(function -> new Place(
                        file.path(), function.line(), function.name() + " has " + function.lines() + " lines"));
    }

    private static Stream<Place> longParameterLists(TrackedFile file) {
        return Code.of(file).functions().stream()
                .filter(function -> function.parameters() > PARAMETERS_MAX)
                .map(function -> new Place(
                        file.path(),
                        function.line(),
                        function.name() + " has " + function.parameters() + " parameters"));
    }

    private static Stream<Place> crowdedPackages(List<TrackedFile> files) {
        var folders = files.stream()
                .filter(TrackedFile::isProductionJava)
                .filter(file -> !file.name().endsWith("-info.java"))
                .collect(groupingBy(TrackedFile::folder));
        return folders.entrySet().stream()
                .filter(entry -> entry.getValue().size() > PACKAGE_FILES_MAX)
                .map(entry -> new Place(entry.getKey(), 1, entry.getValue().size() + " files in one package"));
    }

    private static Stream<Place> undocumented(TrackedFile file) {
        List<String> lines = file.lines();
        return IntStream.range(0, lines.size())
                .filter(i -> PUBLIC_TYPE.matcher(lines.get(i)).find())
                .filter(i -> !isDocumented(lines, i))
                .mapToObj(i -> new Place(file.path(), i + 1, lines.get(i).strip()));
    }

    /// The paragraph above a type holds its annotations and its doc comment.
    private static boolean isDocumented(List<String> lines, int type) {
        for (int i = type - 1; i >= 0 && !lines.get(i).isBlank(); i--) {
            if (DOC_COMMENT.matcher(lines.get(i)).find()) {
                return true;
            }
        }
        return false;
    }
}
