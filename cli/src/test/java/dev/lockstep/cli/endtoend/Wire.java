// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A connection that can be cut: it passes bytes on to a server of this machine, or refuses everybody.
final class Wire implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isCut;

    private Wire(ServerSocket listening, int target) {
        this.listening = listening;
        this.target = target;
    }

    static Wire to(URI server) throws IOException {
        Wire wire = new Wire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server.getPort());
        Thread.ofVirtual().start(wire::accept);
        return wire;
    }

    /// Its near end.
    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    /// Breaks what is open and whatever comes.
    void cut() {
        isCut = true;
        open.forEach(Wire::close);
    }

    /// Lets them through again.
    void mend() {
        isCut = false;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket near = listening.accept();
                open.add(near);
                if (isCut) {
                    close(near);
                } else {
                    pass(near, new Socket(InetAddress.getLoopbackAddress(), target));
                }
            } catch (IOException closedOrRefused) {
                open.removeIf(Socket::isClosed);
            }
        }
    }

    private void pass(Socket near, Socket far) {
        open.add(far);
        Thread.ofVirtual().start(() -> pump(near, far));
        Thread.ofVirtual().start(() -> pump(far, near));
        if (isCut) {
            close(near);
            close(far);
        }
    }

    private static void pump(Socket from, Socket to) {
        try (InputStream in = from.getInputStream()) {
            in.transferTo(to.getOutputStream());
        } catch (IOException broken) {
            close(from);
        } finally {
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            throw new IllegalStateException("a socket that does not close", gone);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
