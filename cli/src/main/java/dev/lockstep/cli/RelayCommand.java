// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.ListenAddress;
import dev.lockstep.cli.process.LongRunning;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.cli.relay.RelayServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep relay`: takes Alertmanager's webhook and sends it to WeCom, whose group robots want a JSON of
/// their own, and whose applications refuse in a way that Alertmanager 0.25 does not hear.
@Command(
        name = "relay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Passes Alertmanager's notifications on to WeCom: group robots and applications.",
        footer = {
            "",
            "Alertmanager's receivers are webhooks to http://ADDRESS/wecom-robot and http://ADDRESS/wecom-app;"
                    + " 'lockstep alertmanager' writes them. What WeCom does not take is told to Alertmanager, which tries again,"
                    + " and counted under /metrics. docs/operations/alerting.md lists the files in DIR."
        })
final class RelayCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Option(
            names = "--secrets",
            required = true,
            paramLabel = "DIR",
            description =
                    "The directory of secrets: wecom-robot-key, or wecom-corp-id and the others of an application.")
    @SuppressWarnings("NullAway.Init")
    private Path secrets;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "Where to listen; default ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1:28031";

    @Option(
            names = "--grafana",
            paramLabel = "URL",
            description = "Where Grafana is; without it messages have no link to a dashboard.")
    private @Nullable URI grafana;

    @Option(names = "--wecom-url", paramLabel = "URL", description = "Instead of WeCom's own address.")
    private URI weCom = URI.create("https://qyapi.weixin.qq.com/cgi-bin/");

    @Override
    public Integer call() throws IOException, InterruptedException {
        RelayServer.Setup setup =
                new RelayServer.Setup(ListenAddress.parse(listen), weCom, secrets, Optional.ofNullable(grafana));
        LongRunning.logOneLineEach();
        RelayServer relay = RelayServer.start(setup, SystemClock.monotonicNanos());
        PrintWriter out = spec.commandLine().getOut();
        LongRunning.closeOnSignal("relay", relay::close, out);
        out.println("lockstep relay: http://" + relay.address().getHostString() + ":"
                + relay.address().getPort() + "/wecom-robot and /wecom-app pass on to WeCom; Ctrl-C ends it");
        out.flush();
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }
}
