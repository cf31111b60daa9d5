// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The facts about this machine that decide defaults.
public record Machine(String hostName, int uid) {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path SELF = Path.of("/proc/self");

    /// The machine this process runs on. What cannot be found out is `localhost` and uid 0.
    public static Machine here() {
        return new Machine(readHostName(), readUid());
    }

    /// Where the plugin of this user writes unless it is told otherwise.
    public Path sharedMemoryDir() {
        return Path.of("/dev/shm/lockstep-" + uid);
    }

    private static String readHostName() {
        try {
            String name = Files.readString(HOST_NAME).strip();
            return name.isEmpty() ? InetAddress.getLocalHost().getHostName() : name;
        } catch (UnknownHostException nameless) {
            return "localhost";
        } catch (IOException notLinux) {
            return "localhost";
        }
    }

    private static int readUid() {
        try {
            return (Integer) Files.getAttribute(SELF, "unix:uid");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException notLinux) {
            return 0;
        }
    }
}
