// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

/// Phrases that alerts share, in the template language of Prometheus, and the join that finds a GPU's UUID.
final class Words {
    /// "rank 5 (GPU 5 of node-a)", or what of it is known.
    static final String RANK = "{{ with $labels.rank }}rank {{ . }}{{ else }}communicator rank {{ $labels.comm_rank }}"
            + "{{ end }} ({{ with $labels.gpu }}GPU {{ . }} of {{ end }}{{ $labels.node }})";

    /// The same of a series that a query in a template found.
    static final String RANK_FOUND =
            "rank {{ .Labels.rank }} ({{ with .Labels.gpu }}GPU {{ . }} of {{ end }}" + "{{ .Labels.node }})";

    /// The communicator with what is known of it: "communicator 00c0… (TP, tensor, 4 ranks)".
    static final String COMMUNICATOR = "communicator {{ $labels.comm }}"
            + "{{ with printf \"job_comm:nccl_communicator:info{job_id=%q,comm=%q}\" $labels.job_id $labels.comm | query }}"
            + "{{ with first . }} ({{ with .Labels.comm_name }}{{ . }}, {{ end }}{{ with .Labels.role }}{{ . }}, {{ end }}"
            + "{{ .Labels.nranks }} ranks){{ end }}{{ end }}";

    private Words() {}

    /// The path of a dashboard with one variable, whose value may hold anything.
    static String dashboard(String uid, String variable, String label) {
        return "/d/" + uid + "?var-" + variable + "={{ $labels." + label + " | urlquery }}";
    }

    /// The expression with the label `uuid` where it is known. It matches one series to one even if a rank
    /// had two GPUs within the grace; a rank that is not known is not joined, since all of those look the
    /// same. What was known stays known for five minutes: where an agent goes away, rates outlive it, and a
    /// label that vanished would make another alert of the same cause.
    static String withUuid(String expression) {
        return """
            %1$s
            * on (node, job_id, rank, gpu) group_left (uuid)
            topk by (node, job_id, rank, gpu) (1,
              group by (node, job_id, rank, gpu, uuid) (
                last_over_time(nccl_rank_info{rank!="", uuid!=""}[5m])))
            or ignoring (uuid)
            %1$s
            """.formatted(expression.strip());
    }

    /// The series of a name of this alert's job, for a query in a template.
    static String ofJob(String series) {
        return "printf `" + series + "{job_id=%q}` $labels.job_id";
    }
}
