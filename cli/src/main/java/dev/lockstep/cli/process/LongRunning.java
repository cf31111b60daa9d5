// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

import java.io.PrintWriter;

/// What commands share that run until a signal ends them.
public final class LongRunning {
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    private LongRunning() {}

    /// The JDK's logger writes two lines a record unless it is told otherwise before its first one.
    public static void logOneLineEach() {
        if (System.getProperty(LOG_FORMAT) == null) {
            System.setProperty(LOG_FORMAT, "time=%1$tFT%1$tT.%1$tL%1$tz level=%4$s %5$s%6$s%n");
        }
    }

    /// A signal ends the process by its hooks. It was asked for, so the exit code is 0 and not the 143 or 130
    /// that a JVM gives.
    public static void closeOnSignal(String name, Runnable close, PrintWriter out) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            close.run();
                            out.println("lockstep " + name + ": stopped");
                            out.flush();
                            Runtime.getRuntime().halt(ExitCode.OK);
                        },
                        "lockstep-stop"));
    }
}
