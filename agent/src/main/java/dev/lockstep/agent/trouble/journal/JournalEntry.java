// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.journal;

import dev.lockstep.agent.reader.tree.Node;
import dev.lockstep.agent.reader.tree.TolerantJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An entry of `journalctl --output=json`.
///
/// @param unit who wrote it: a container, a job of the scheduler, else the unit of systemd
/// @param job the scheduler's id of the job, by the control group
record JournalEntry(String message, String unit, Optional<String> job) {
    /// `/system.slice/slurmstepd.scope/job_4711/step_0/user/task_3`.
    private static final Pattern JOB = Pattern.compile("/job_(\\d{1,18})(?:/|$)");

    /// Reads a line; empty for what is no entry, and for entries without a message.
    static Optional<JournalEntry> of(String line) {
        Node entry = TolerantJson.read(line).first();
        String message = text(entry.get("MESSAGE"));
        if (message.isEmpty()) {
            return Optional.empty();
        }
        Matcher job = JOB.matcher(entry.get("_SYSTEMD_CGROUP").text());
        Optional<String> id = job.find() ? Optional.of(job.group(1)) : Optional.empty();
        String unit = entry.get("CONTAINER_NAME")
                .word()
                .or(() -> id.map(number -> "job " + number))
                .orElse(entry.get("_SYSTEMD_UNIT").text());
        return Optional.of(new JournalEntry(message, unit, id));
    }

    /// What is no plain text comes as a list of bytes.
    private static String text(Node message) {
        List<Node> items = message.items();
        if (items.isEmpty()) {
            return message.text();
        }
        byte[] bytes = new byte[items.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) items.get(i).whole().orElse('?');
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
