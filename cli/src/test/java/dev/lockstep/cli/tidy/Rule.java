// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.tidy;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One thing that a machine can judge about the files of the repository.
///
/// @param name one word or two, joined by dashes; what an exemption refers to
/// @param instead what to do where the rule fires
/// @param check the places where it fires
record Rule(String name, String instead, Function<List<TrackedFile>, Stream<Place>> check) {
    /// A line of a file and what is wrong there.
    record Place(String path, int line, String what) {}

    /// Fires once a file, at the place the check finds.
    static Rule perFile(
            String name, String instead, Predicate<TrackedFile> applies, Function<TrackedFile, Stream<Place>> check) {
        return new Rule(name, instead, files -> files.stream().filter(applies).flatMap(check));
    }

    /// Fires on each line of the raw text where the pattern is found.
    static Rule noText(String name, String instead, Predicate<TrackedFile> applies, Pattern pattern) {
        return perFile(name, instead, applies, file -> matches(file, file.lines(), pattern));
    }

    /// Fires on each line of code, comments and literals left out, where the pattern is found.
    static Rule noCode(String name, String instead, Predicate<TrackedFile> applies, Pattern pattern) {
        return perFile(
                name, instead, applies, file -> matches(file, Code.of(file).lines(), pattern));
    }

    private static Stream<Place> matches(TrackedFile file, List<String> lines, Pattern pattern) {
        return IntStream.range(0, lines.size())
                .mapToObj(i -> new Found(i + 1, lines.get(i), pattern))
                .filter(Found::isThere)
                .map(found -> new Place(file.path(), found.line(), found.text()));
    }

    private record Found(int line, String in, Pattern pattern) {
        boolean isThere() {
            return pattern.matcher(in).find();
        }

        String text() {
            return pattern.matcher(in)
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group()
                    .strip();
        }
    }
}
