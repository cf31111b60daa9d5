// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.core.config.PluginSetting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The committed page is what the command prints, and what it says of the plugin is what the plugin's code reads.
class ConfigDocsCommandTest {
    private static final Pattern READ_BY_PLUGIN = Pattern.compile("\"(LOCKSTEP_[A-Z_]+)\"");

    @Test
    void keepsTheCommittedPageFresh() throws IOException {
        assertThat(printed("config-docs"))
                .as("run ./lockstep config-docs > docs/config.md")
                .isEqualTo(Files.readString(Checkout.root().resolve("docs/config.md")));
    }

    @Test
    void keepsTheCommittedPageOfTheBrainFresh() throws IOException {
        assertThat(printed("server-config-docs"))
                .as("run ./lockstep server-config-docs > docs/config-server.md")
                .isEqualTo(Files.readString(Checkout.root().resolve("docs/config-server.md")));
    }

    @Test
    void namesTheVariablesThatThePluginReads() throws IOException {
        assertThat(Stream.of(PluginSetting.values()).map(PluginSetting::variable))
                .as("the table PluginSetting and the names in plugin/src/*.c")
                .containsExactlyInAnyOrderElementsOf(readByPlugin());
    }

    private static Set<String> readByPlugin() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> sources = Files.list(Checkout.root().resolve("plugin/src"))) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".c")).toList()) {
                names.addAll(READ_BY_PLUGIN
                        .matcher(Files.readString(source))
                        .results()
                        .map((MatchResult result) -> result.group(1))
                        .collect(Collectors.toSet()));
            }
        }
        return names;
    }

    private static String printed(String command) {
        StringWriter out = new StringWriter();
        CommandLine line = Lockstep.commandLine().setOut(new PrintWriter(out));
        assertThat(line.execute(command)).isEqualTo(ExitCode.OK);
        return out.toString();
    }
}
