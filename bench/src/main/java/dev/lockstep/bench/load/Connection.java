// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// The connection of one agent, which it keeps: it sends a batch and reads the answer, with as little work as can be.
final class Connection implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private static final int ANSWER_BYTES = 512;
    private static final byte[] HEAD = """
            POST /api/v1/feed HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: application/vnd.lockstep.feed\r
            Content-Length:\s""".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final InputStream in;

    Connection(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream(), ANSWER_BYTES);
    }

    /// The status of the answer.
    int send(byte[] batch) throws IOException {
        byte[] length = (batch.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(HEAD, HEAD.length + length.length + batch.length);
        System.arraycopy(length, 0, request, HEAD.length, length.length);
        System.arraycopy(batch, 0, request, HEAD.length + length.length, batch.length);
        socket.getOutputStream().write(request);
        return status();
    }

    private int status() throws IOException {
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
        return Integer.parseInt(status.split(" ", 3)[1]);
    }

    private String line() throws IOException {
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
