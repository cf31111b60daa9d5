// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import static dev.lockstep.cli.alertmanager.Yaml.map;

import dev.lockstep.cli.text.PrometheusDuration;
import java.util.List;
import java.util.Map;

/// Which alert goes where, and which is silent because another one says it already.
///
/// `cluster` is an external label of Prometheus where a site has several; where there is none, Alertmanager
/// takes it as equal on both sides.
final class Routes {
    /// One message for what happens to one job; what has no job is one group an alert.
    private static final List<String> BY_JOB = List.of("cluster", "alertname", "job_id");

    private Routes() {}

    static Map<String, Object> tree(Paces paces) {
        return map(
                "receiver",
                Receivers.NOWHERE,
                "group_by",
                BY_JOB,
                "routes",
                List.of(
                        route("alertname = LockstepWatchdog", Receivers.DEAD_MAN, BY_JOB, paces.deadMan()),
                        route("severity = P0", Receivers.PAGE, BY_JOB, paces.page()),
                        ticket(paces.ticket()),
                        route("severity = P1", Receivers.NOTICE, BY_JOB, paces.notice()),
                        route("severity = P2", Receivers.DIGEST, List.of("cluster", "severity"), paces.digest())));
    }

    /// A ticket for each incident; people are told of the same alerts by the next route.
    private static Map<String, Object> ticket(Pace pace) {
        Map<String, Object> route = route("severity = P1", Receivers.TICKET, List.of("cluster", "incident_id"), pace);
        route.put("continue", true);
        return route;
    }

    private static Map<String, Object> route(String matcher, String receiver, List<String> groupBy, Pace pace) {
        return map(
                "matchers", List.of(matcher),
                "receiver", receiver,
                "group_by", groupBy,
                "group_wait", PrometheusDuration.text(pace.groupWait()),
                "group_interval", PrometheusDuration.text(pace.groupInterval()),
                "repeat_interval", PrometheusDuration.text(pace.repeatInterval()));
    }

    /// The worse alert of a job silences the lesser ones of the same job, never those of another or of none;
    /// what names the common cause silences what it explains.
    static List<Map<String, Object>> inhibitions() {
        String ofAJob = "job_id != \"\"";
        return List.of(
                inhibition(
                        List.of("severity = P0", ofAJob),
                        List.of("severity =~ \"P1|P2|info\"", ofAJob),
                        List.of("cluster", "job_id")),
                inhibition(
                        List.of("severity = P1", ofAJob),
                        List.of("severity =~ \"P2|info\"", ofAJob),
                        List.of("cluster", "job_id")),
                inhibition(
                        List.of("alertname = NcclNodeSlow", ofAJob),
                        List.of("alertname = NcclStraggler", ofAJob),
                        List.of("cluster", "job_id", "node")),
                inhibition(
                        List.of("alertname = NcclMassTimeouts"),
                        List.of("alertname = NcclJobStopped"),
                        List.of("cluster")),
                inhibition(
                        List.of("alertname =~ \"LockstepBlind|LockstepAgentsGone\""),
                        List.of("alertname =~ \"LockstepAgentGone|LockstepWatchdogMissing\""),
                        List.of("cluster")));
    }

    private static Map<String, Object> inhibition(List<String> source, List<String> target, List<String> equal) {
        return map("source_matchers", source, "target_matchers", target, "equal", equal);
    }
}
