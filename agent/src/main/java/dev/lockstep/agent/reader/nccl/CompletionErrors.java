// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Completion errors of InfiniBand and RoCE, in the words of every version:
///
/// ```
/// NET/IB : Got completion from peer 192.0.2.7<49577> with error 12, opcode 1, len 0, vendor err 129
/// NET/IB: Got completion from peer … with status=12 opcode=129 len=1048576 vendor err 129 (Recv) … hca mlx5_10
/// NET/IB: Got completion from peer … with status=IBV_WC_RETRY_EXC_ERR(12) opcode=… vendor_err=129 … hca mlx5_0
/// ```
///
/// Opcode and length are undefined on an error and are not read. The hints that follow fall through from one status
/// into the next; only the number is believed.
final class CompletionErrors implements NcclFamily {
    private static final Pattern STATUS =
            Pattern.compile("(?:status ?[=:]? ?(?:\\w+\\()?|with error )([0-9lIO]{1,3})\\b");
    private static final Pattern PEER = Pattern.compile("peer ([^\\s<]+)\\s?<([0-9lIO]+)>");
    private static final Pattern VENDOR = Pattern.compile("vendor[ _]err(?:or)?[ =:]\\s?([0-9lIO]+)");
    private static final Pattern HCA = Pattern.compile("\\bhca ([\\w.:-]+)");
    private static final Pattern DIRECTION = Pattern.compile("\\((Send|Recv)\\)|req_type=(\\w+)");
    private static final int FLUSHED = 5;
    private static final int UNKNOWN_STATUS = -1;

    /// By number, as libibverbs names them.
    private static final List<String> NAMES = List.of(
            "IBV_WC_SUCCESS",
            "IBV_WC_LOC_LEN_ERR",
            "IBV_WC_LOC_QP_OP_ERR",
            "IBV_WC_LOC_EEC_OP_ERR",
            "IBV_WC_LOC_PROT_ERR",
            "IBV_WC_WR_FLUSH_ERR",
            "IBV_WC_MW_BIND_ERR",
            "IBV_WC_BAD_RESP_ERR",
            "IBV_WC_LOC_ACCESS_ERR",
            "IBV_WC_REM_INV_REQ_ERR",
            "IBV_WC_REM_ACCESS_ERR",
            "IBV_WC_REM_OP_ERR",
            "IBV_WC_RETRY_EXC_ERR",
            "IBV_WC_RNR_RETRY_EXC_ERR");

    private static final Map<Integer, String> CAUSES = Map.of(
            1, "sizes of send and receive differ: ranks disagree about the operation",
            4, "ACS / GPUDirect: the HCA may not reach GPU memory",
            9, "the peer refused the request: ranks disagree, or its registration is gone",
            10, "the peer's memory registration was refused or is gone: ACS / GPUDirect on the peer",
            11, "the peer's HCA failed the operation",
            12, "the peer's HCA did not answer: link, switch, GID or priority set-up, or the peer died",
            13, "the peer posted no receive in time: it is stuck or slow");

    private final String file;
    private final Consumer<Sighting> out;

    CompletionErrors(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean takes(NcclLine line) {
        String message = line.message();
        if (!message.contains("ompletion") || message.contains("NET/OFI")) {
            return false;
        }
        Matcher status = STATUS.matcher(message);
        if (status.find()) {
            out.accept(clue(line, number(status.group(1))));
            return true;
        }
        if (!message.contains("Got completion from")) {
            return false;
        }
        out.accept(clue(line, UNKNOWN_STATUS).with("detail", "the line is cut before its status"));
        return true;
    }

    private Clue clue(NcclLine line, int status) {
        String message = line.message();
        Subject subject = line.subject();
        Matcher peer = PEER.matcher(message);
        String peerHost = "";
        String peerAddress = "";
        if (peer.find()) {
            peerHost = peer.group(1);
            peerAddress = peerHost + ":" + number(peer.group(2));
            subject = subject.withPeer(peerHost);
        }
        Optional<String> hca = first(HCA, message);
        subject = hca.isPresent() ? subject.withDevice(hca.get()) : subject;
        boolean isFlush = status == FLUSHED;
        Severity severity = status < 0 ? Severity.P1 : Severity.P0;
        Signal signal = isFlush ? Signal.NET_FLUSH_SECONDARY : Signal.NET_COMPLETION_ERROR;
        Clue clue = isFlush
                ? Clue.echo(
                        signal,
                        Severity.INFO,
                        subject,
                        line.source(file),
                        line.line().raw())
                : Clue.root(
                        signal,
                        severity,
                        subject,
                        line.source(file),
                        line.line().raw());
        clue = clue.of("link|" + line.host() + "|" + peerHost)
                .with("status", status < 0 ? "unknown" : String.valueOf(status))
                .with("peer", peerAddress)
                .with("peer_host", peerHost);
        if (status >= 0 && status < NAMES.size()) {
            clue = clue.with("status_name", NAMES.get(status));
        }
        OptionalInt vendor = numberOf(VENDOR, message);
        clue = vendor.isPresent() ? clue.with("vendor_err", vendor.getAsInt()) : clue;
        clue = hca.isPresent() ? clue.with("hca", hca.get()) : clue;
        Optional<String> direction = first(DIRECTION, message);
        clue = direction.isPresent() ? clue.with("direction", direction.get()) : clue;
        String cause = CAUSES.getOrDefault(status, "");
        clue = cause.isEmpty() ? clue : clue.with("probable_cause", cause);
        return clue.at(line.moment());
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String first = matcher.group(1);
        return Optional.ofNullable(first == null && matcher.groupCount() > 1 ? matcher.group(2) : first);
    }

    private static OptionalInt numberOf(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalInt.of(number(matcher.group(1))) : OptionalInt.empty();
    }

    /// Digits as a text recogniser may have read them.
    private static int number(String text) {
        String digits = text.replace('l', '1').replace('I', '1').replace('O', '0');
        return digits.length() > 9 ? 0 : Integer.parseInt(digits);
    }
}
