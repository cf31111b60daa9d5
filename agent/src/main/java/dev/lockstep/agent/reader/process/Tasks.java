// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Slurm's list of tasks: `4`, `4,6`, `0-3,7`.
final class Tasks {
    private static final int TASKS_MAX = 4096;
    private static final Pattern PART = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");

    private Tasks() {}

    static List<Integer> of(String list) {
        List<Integer> tasks = new ArrayList<>();
        Matcher parts = PART.matcher(list);
        while (parts.find()) {
            MatchResult part = parts.toMatchResult();
            int first = Integer.parseInt(part.group(1));
            int last = part.group(2) == null ? first : Integer.parseInt(part.group(2));
            for (int task = first; task <= last && tasks.size() < TASKS_MAX; task++) {
                tasks.add(task);
            }
        }
        return tasks;
    }
}
