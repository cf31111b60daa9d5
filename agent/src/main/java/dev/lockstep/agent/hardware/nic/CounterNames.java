// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.nic.CounterUse.Fault;
import dev.lockstep.agent.hardware.nic.CounterUse.Moved;
import dev.lockstep.agent.hardware.nic.CounterUse.Sign;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkSignal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the counters of `ports/N/counters` and `ports/N/hw_counters` count, by name: InfiniBand's own, mlx5, irdma,
/// bnxt_re, EFA and hfi1. What is not here is traffic of a kind, a setting or a count of objects.
final class CounterNames {
    private static final int WORD = 4;
    private static final int PORT = 0;
    private static final int DRIVER = 1;
    private static final int PROTOCOL = 2;

    private static final Map<String, CounterUse> USES = new HashMap<>();

    static {
        moved(PORT, WORD, "port_xmit_data", "port_rcv_data", "port_xmit_packets", "port_rcv_packets");
        moved(DRIVER, 1, "tx_bytes", "rx_bytes", "tx_pkts", "rx_pkts");
        moved(PROTOCOL, 1, "ip4OutOctets", "ip4InOctets", "ip4OutPkts", "ip4InPkts");
        moved(PROTOCOL, 1, "ip6OutOctets", "ip6InOctets", "ip6OutPkts", "ip6InPkts");
        error(LinkError.DOWN, "link_downed");
        error(LinkError.RECOVERY, "link_error_recovery");
        error(LinkError.SYMBOL, "symbol_error");
        error(LinkError.INTEGRITY, "local_link_integrity_errors");
        error(
                LinkError.RECEIVE,
                "port_rcv_errors",
                "port_rcv_remote_physical_errors",
                "rx_icrc_encapsulated",
                "rx_roce_errors");
        error(LinkError.DISCARD_SEND, "port_xmit_discards", "port_xmit_constraint_errors", "tx_roce_discards");
        error(
                LinkError.DISCARD_RECEIVE,
                "port_rcv_constraint_errors",
                "port_rcv_switch_relay_errors",
                "VL15_dropped",
                "ip4InDiscards",
                "ip6InDiscards",
                "rx_roce_discards",
                "rx_drops");
        error(LinkError.BUFFER, "excessive_buffer_overrun_errors", "out_of_buffer", "rx_out_of_buffer");
        error(LinkError.RETRANSMIT, "roce_adp_retrans", "duplicate_request", "tcpRetransSegs", "retrans_pkts");
        error(
                LinkError.TIMEOUT,
                "local_ack_timeout_err",
                "roce_adp_retrans_to",
                "to_retransmits",
                "retrans_timeout_events");
        error(
                LinkError.RETRIES_EXCEEDED,
                "req_transport_retries_exceeded",
                "req_rnr_retries_exceeded",
                "max_retry_exceeded",
                "unresponsive_remote_events");
        error(
                LinkError.OUT_OF_SEQUENCE,
                "out_of_sequence",
                "packet_seq_err",
                "implied_nak_seq_err",
                "seq_err_naks_rcvd",
                "missing_resp",
                "res_oos_drop_count",
                "oos_drop_count");
        error(LinkError.RECEIVER_NOT_READY, "rnr_nak_retry_err", "rnr_naks_rcvd");
        error(
                LinkError.REMOTE,
                "req_remote_access_errors",
                "req_remote_invalid_request",
                "resp_remote_access_errors",
                "remote_access_err",
                "remote_invalid_req_err",
                "remote_op_err",
                "impaired_remote_conn_events",
                "rdma_read_wr_err",
                "rdma_write_wr_err");
        error(LinkError.LOCAL, "resp_local_length_error", "unrecoverable_err", "local_qp_op_err", "bad_resp_err");
        sign(LinkSignal.XMIT_WAIT, "port_xmit_wait");
        sign(LinkSignal.CNP_SENT, "np_cnp_sent", "cnpSent", "tx_cnp_pkts");
        sign(LinkSignal.CNP_HANDLED, "rp_cnp_handled", "cnpHandled", "rx_cnp_pkts");
        sign(LinkSignal.ECN_MARKED, "np_ecn_marked_roce_packets", "RxECNMrkd", "rx_ecn_marked_pkts");
        sign(LinkSignal.ADAPTED, "roce_slow_restart");
    }

    private CounterNames() {}

    /// The use of a counter. Drivers of one device spell a name in several ways, and hfi1 puts the width behind it:
    /// `RxTIDFullEr,32`.
    static Optional<CounterUse> useOf(String name) {
        int comma = name.indexOf(',');
        return Optional.ofNullable(USES.get(plain(comma < 0 ? name : name.substring(0, comma))));
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
            if (c != '_') {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static void moved(int rank, int unit, String sent, String received, String packetsOut, String packetsIn) {
        USES.put(plain(sent), new Moved(true, true, rank, unit));
        USES.put(plain(received), new Moved(false, true, rank, unit));
        USES.put(plain(packetsOut), new Moved(true, false, rank, 1));
        USES.put(plain(packetsIn), new Moved(false, false, rank, 1));
    }

    private static void error(LinkError error, String... names) {
        for (String name : names) {
            USES.put(plain(name), new Fault(error));
        }
    }

    private static void sign(LinkSignal signal, String... names) {
        for (String name : names) {
            USES.put(plain(name), new Sign(signal));
        }
    }
}
