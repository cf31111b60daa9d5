// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Asks a running job's RAS for its status, exactly as `ncclras` does: odd traffic has crashed jobs. One connection a
/// poll, one question, a bounded answer, and no second poll where polling is known to crash this version while
/// communicators are being made.
public final class RasClient {
    /// Longest answer that is read; the rest is cut.
    public static final int ANSWER_BYTES_MAX = 64 * 1024 * 1024;

    /// Versions whose RAS has crashed jobs that were polled during initialisation.
    private static final Set<String> FRAGILE = Set.of("2.26.2", "2.26.5", "2.27.3", "2.27.7", "2.29.7");

    private static final Pattern VERSION =
            Pattern.compile("NCCL version (\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})\\S* compiled with");
    private static final int LINE_CHARS_MAX = 1024;

    private final String host;
    private final int port;
    private final Duration timeout;
    private final int answerBytesMax;

    /// What came of a poll.
    public sealed interface Poll {
        /// The report, as text.
        record Answer(String report) implements Poll {}

        /// Not asked, and why.
        record Refused(String reason) implements Poll {}

        /// Asked without success; one sentence.
        record Failed(String reason) implements Poll {}
    }

    /// For one endpoint.
    ///
    /// @param timeout for each step; RAS itself waits up to five seconds for its peers
    public RasClient(String host, int port, Duration timeout) {
        this(host, port, timeout, ANSWER_BYTES_MAX);
    }

    /// The same for who has less room than {@link #ANSWER_BYTES_MAX}.
    public RasClient(String host, int port, Duration timeout, int answerBytesMax) {
        this.host = host;
        this.port = port;
        this.timeout = timeout;
        this.answerBytesMax = answerBytesMax;
    }

    /// Why a job must not be polled now: its version is known to crash while it makes communicators, and it does, or
    /// nobody knows whether it does.
    ///
    /// @param version of NCCL, as its log or an earlier report says; empty if unknown
    /// @param isInitialising whether communicators are being made
    public static Optional<String> refusal(String version, boolean isInitialising) {
        boolean isFragile =
                FRAGILE.stream().anyMatch(known -> version.equals(known) || version.startsWith(known + "+"));
        return isFragile && isInitialising
                ? Optional.of(
                        "NCCL " + version + " is known to crash when RAS is polled while communicators are being made;"
                                + " poll again when the job has left its initialisation, or use NCCL 2.28.7 or later")
                : Optional.empty();
    }

    /// The same after a report: a second poll is refused if the first shows a fragile version that initialises.
    public static Optional<String> refusal(String report) {
        return refusal(version(report), report.contains("  INIT  "));
    }

    /// The version of NCCL that a report names, or empty text.
    public static String version(String report) {
        Matcher version = VERSION.matcher(report);
        return version.find() ? version.group(1) : "";
    }

    /// Asks once.
    public Poll poll() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
            socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
            InputStream in = socket.getInputStream();
            send(socket, "CLIENT PROTOCOL 2\n");
            String greeting = line(in);
            if (!greeting.startsWith("SERVER PROTOCOL ")) {
                return new Poll.Failed(host + ":" + port + " does not speak NCCL's RAS protocol");
            }
            send(socket, "TIMEOUT 5\n");
            String accepted = line(in);
            if (!accepted.equals("OK")) {
                return new Poll.Failed("RAS refused a timeout: " + accepted);
            }
            send(socket, "VERBOSE STATUS\n");
            String report = rest(in);
            return report.isBlank()
                    ? new Poll.Failed("RAS closed the connection without an answer; see whether the job still lives")
                    : new Poll.Answer(report);
        } catch (IOException e) {
            return new Poll.Failed("no RAS at " + host + ":" + port + " (" + e.getMessage()
                    + "); see NCCL_RAS_ENABLE and NCCL_RAS_ADDR of the job, and run this on a node of it");
        }
    }

    private static void send(Socket socket, String command) throws IOException {
        socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n' && line.length() < LINE_CHARS_MAX; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    /// Until RAS closes the connection; what came before a timeout counts.
    private String rest(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 * 1024];
        try {
            for (int read = in.read(buffer); read >= 0 && bytes.size() < answerBytesMax; read = in.read(buffer)) {
                bytes.write(buffer, 0, read);
            }
        } catch (java.net.SocketTimeoutException e) {
            return bytes.toString(StandardCharsets.UTF_8);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
