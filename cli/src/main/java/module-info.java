// SPDX-License-Identifier: Apache-2.0
/// The `lockstep` command.
module dev.lockstep.cli {
    requires dev.lockstep.agent;
    requires dev.lockstep.core;
    requires dev.lockstep.server;
    requires dev.lockstep.shm;
    requires dev.lockstep.simulator;
    requires info.picocli;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;

    // picocli reads the annotations of the commands.
    opens dev.lockstep.cli to
            info.picocli;
    opens dev.lockstep.cli.brain to
            info.picocli;
    opens dev.lockstep.cli.analyze to
            info.picocli;
    opens dev.lockstep.cli.diagnose to
            info.picocli;
    opens dev.lockstep.cli.evaluate to
            info.picocli;
    opens dev.lockstep.cli.report to
            info.picocli;
}
