// SPDX-License-Identifier: Apache-2.0
/// Reads the JSON lines of NVIDIA's NCCL Inspector: a directory of files that grow, rotate and lie. What can be read is
/// counted, what cannot is counted by reason. Formats, reasons and limits are told in docs/inspector-json.md.
///
/// Files are found and opened in `file`, bytes become lines and an `InspectorRecord` in `line`, records become counters
/// in `count`,
/// numbers become loss in `loss`, all of it a snapshot in `InspectorSource`. One thread at a time.
@NullMarked
package dev.lockstep.agent.inspector;

import org.jspecify.annotations.NullMarked;
