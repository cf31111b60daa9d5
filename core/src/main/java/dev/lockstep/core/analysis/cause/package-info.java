// SPDX-License-Identifier: Apache-2.0
/// From what readers saw to who did it: the types of the reasoning of `lockstep diagnose`.
///
/// {@link dev.lockstep.core.analysis.cause.Rule}s look at all sightings of all files and give
/// {@link dev.lockstep.core.analysis.cause.Conclusion}s; {@link dev.lockstep.core.analysis.cause.Refinement}s then look
/// at all conclusions together, merge what is one incident and take the blame from echoes and witnesses. A new rule is
/// a new file and a row in the list of rules.
///
/// How an incident is formed: conclusions of severity P0 to P2 with one incident key are one incident, whatever their
/// number of lines, ranks and files. A conclusion about the input ({@code telemetry.*}, {@code info.parsed},
/// {@code benign}) is never an incident.
///
/// How `--check` compares with the YAML of an `expect.md`: each item that names a signal must be met by a conclusion
/// with that signal, with the severity written first in `severity` (if any), and with the culprits written (rank lists
/// such as `culprit_ranks` exactly; `host`, `pid`, `gpu`, `pci`, `device`, `hca`, `peer` as subjects that the
/// conclusion
/// names); a number written as a fact (`seq`, `xid`, `status`, `lag`, `expected_bytes`) must be that fact's.
/// `incidents: n` counts incidents among the conclusions that meet the item. Must-not: no conclusion of P0 to P2 whose
/// signal no item expects, and no culprit that no item names.
@NullMarked
package dev.lockstep.core.analysis.cause;

import org.jspecify.annotations.NullMarked;
