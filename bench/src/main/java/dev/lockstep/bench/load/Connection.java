// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The connection of one agent, which it keeps: it sends a batch and reads the answer, with as little work as can be.
final class Connection implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket;

    Connection(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
    }

    /// The status of the answer.
    int send(byte[] batch) throws IOException {
        byte[] head = """
            POST /api/v1/feed HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: application/vnd.lockstep.feed\r
            Content-Length: %d\r
            \r
            """.formatted(batch.length).getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + batch.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(batch, 0, request, head.length, batch.length);
        socket.getOutputStream().write(request);
        InputStream in = socket.getInputStream();
        String status = line(in);
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
        return Integer.parseInt(status.split(" ", 3)[1]);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new IOException("the brain closed the connection");
            }
            if (each != '\r') {
                line.append((char) each);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
