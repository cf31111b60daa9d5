// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Arguments that are no option of a command whose options come from a table of settings: whoever reads the settings
/// tells of them, with all the rest that is wrong.
public final class Unmatched {
    private Unmatched() {}

    /// Lets {@link #names} see what is unknown.
    public static void leaveIn(CommandSpec spec) {
        spec.parser().unmatchedArgumentsAllowed(true).unmatchedOptionsArePositionalParams(false);
    }

    /// The names of unknown options; a word after one is its value.
    ///
    /// @throws ParameterException at a word that belongs to nothing
    public static List<String> names(ParseResult parsed) {
        List<String> names = parsed.unmatched().stream()
                .filter(argument -> argument.startsWith("-"))
                .map(argument -> argument.replaceFirst("^--?", "").replaceFirst("=.*", ""))
                .toList();
        if (names.isEmpty() && !parsed.unmatched().isEmpty()) {
            throw new ParameterException(
                    parsed.commandSpec().commandLine(),
                    "'" + parsed.unmatched().getFirst() + "' belongs to no option: remove it");
        }
        return names;
    }
}
