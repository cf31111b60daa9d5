// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.alertmanager.Addresses;
import dev.lockstep.cli.alertmanager.AlertmanagerFiles;
import dev.lockstep.cli.alertmanager.AlertmanagerSetup;
import dev.lockstep.cli.alertmanager.Channel;
import dev.lockstep.cli.alertmanager.Paces;
import dev.lockstep.cli.alertmanager.SiteValues;
import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep alertmanager`: writes the configuration that an Alertmanager runs, with the secrets that it
/// cannot read from files itself. Run it before each start of Alertmanager.
@Command(
        name = "alertmanager",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Writes Alertmanager's configuration with the secrets of this site, and its templates beside it.",
        footer = {
            "",
            "The directory of secrets has a file for each value; docs/operations/alerting.md lists them. What"
                    + " Alertmanager reads from files itself stays there, the rest stands in FILE, which only its owner may read."
        })
final class AlertmanagerCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Option(names = "--secrets", required = true, paramLabel = "DIR", description = "The directory of secrets.")
    @SuppressWarnings("NullAway.Init")
    private Path secrets;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "The configuration; the templates go into templates/ beside it.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(
            names = "--channels",
            split = ",",
            paramLabel = "CHANNEL",
            description = "Those that the site has, of ${COMPLETION-CANDIDATES}; default all.")
    private List<Channel> channels = List.of(Channel.values());

    @Option(
            names = "--grafana",
            paramLabel = "URL",
            description = "Where Grafana is; links to dashboards are paths otherwise.")
    private @Nullable URI grafana;

    @Option(names = "--relay", paramLabel = "URL", description = "Where 'lockstep relay' listens.")
    private URI relay = Addresses.usual().relay();

    @Option(names = "--pagerduty-url", paramLabel = "URL", description = "Instead of PagerDuty's own address.")
    private URI pagerDuty = Addresses.usual().pagerDuty();

    @Override
    public Integer call() throws IOException {
        Set<Channel> chosen = EnumSet.copyOf(channels);
        AlertmanagerSetup setup = new AlertmanagerSetup(
                chosen, SiteValues.read(secrets, chosen), new Addresses(pagerDuty, relay), Paces.usual());
        write(out, AlertmanagerFiles.configuration(setup), "rw-------");
        Path templates = out.resolveSibling("templates").resolve("lockstep.tmpl");
        Files.createDirectories(templates.toAbsolutePath().getParent());
        write(templates, AlertmanagerFiles.templates(Optional.ofNullable(grafana)), "rw-r--r--");
        spec.commandLine().getOut().println("lockstep alertmanager: " + out + " and " + templates + " are written");
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    /// Whole or not at all, and never readable for others, not even for a moment.
    private static void write(Path file, String text, String mode) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(
                folder,
                "." + file.getFileName(),
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(fresh, text);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(mode));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
