// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import java.util.OptionalInt;

/// A line, cleaned: without colours, carriage returns and tags of launchers (`[1,2]<stdout>:`, `3: `,
/// `(RayWorkerWrapper pid=…)`, CloudWatch's and the journal's columns); indentation after them is kept. Two records
/// that
/// were glued together come as two lines with one number; a line cut by a terminal comes as one again.
///
/// @param number in the file, from 1
/// @param text cleaned
/// @param raw as in the file, without its end
/// @param task task number that the launcher printed (mpirun's rank, srun's task)
/// @param host host that the launcher or collector printed (pdsh); empty if none
public record Line(long number, String text, String raw, OptionalInt task, String host) {
    /// A line without anything around it.
    public static Line of(long number, String text) {
        return new Line(number, text, text, OptionalInt.empty(), "");
    }
}
