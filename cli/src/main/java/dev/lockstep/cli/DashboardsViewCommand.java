// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.ListenAddress;
import dev.lockstep.cli.view.DashboardViewer;
import dev.lockstep.cli.view.ViewedDashboard;
import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.run.GracefulStop;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lockstep dashboards view`: draws dashboards against a running Prometheus in the browser, without Grafana.
@Command(
        name = "view",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Serves a page that draws dashboards against a running Prometheus, without Grafana.",
        footer = {"", "Runs until Ctrl-C. The page can read from that Prometheus and from nothing else."})
final class DashboardsViewCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call().
    private CommandSpec spec;

    @Option(names = "--prometheus", required = true, paramLabel = "URL", description = "Such as http://127.0.0.1:9090.")
    @SuppressWarnings("NullAway.Init")
    private URI prometheus;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:0",
            description = "Where to serve it (default: ${DEFAULT-VALUE}; port 0 is any free one).")
    private String listen = "127.0.0.1:0";

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Dashboard files; Lockstep's own by default.")
    private List<Path> files = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        try (DashboardViewer viewer = DashboardViewer.start(checkedServer(), offered(), ListenAddress.parse(listen))) {
            GracefulStop.install(stopped::countDown);
            spec.commandLine().getOut().println("lockstep dashboards: " + viewer.address());
            spec.commandLine().getOut().flush();
            stopped.await();
            return ExitCode.OK;
        } finally {
            GracefulStop.finished();
        }
    }

    private URI checkedServer() {
        boolean plain = List.of("http", "https").contains(String.valueOf(prometheus.getScheme()))
                && prometheus.getHost() != null
                && prometheus.getQuery() == null;
        if (!plain) {
            throw new InvalidConfigException(
                    List.of("--prometheus: '" + prometheus + "' is no address such as http://127.0.0.1:9090"));
        }
        return prometheus;
    }

    private List<ViewedDashboard> offered() {
        List<String> problems = files.stream()
                .filter(file -> !Files.isReadable(file))
                .map(file -> "there is no readable " + file)
                .toList();
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(problems);
        }
        return files.isEmpty()
                ? ViewedDashboard.generated()
                : files.stream().map(ViewedDashboard::of).toList();
    }
}
