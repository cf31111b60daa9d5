// SPDX-License-Identifier: Apache-2.0
/// Readers of what others wrote: logs, dumps, counters. What a reader is and what it is given; the readers themselves
/// are in packages below, one file a format.
///
/// Two kinds, because of how inputs look. A {@link dev.lockstep.agent.reader.FileReader} owns a whole file (a pickle, a
/// JSON document, a counter file), which it recognises by content. Every other text goes, line by line and once, to all
/// {@link dev.lockstep.agent.reader.LineReader}s together, because one console output mixes NCCL, PyTorch, kernel and
/// test lines. Lines arrive cleaned ({@link dev.lockstep.agent.reader.Line}).
@NullMarked
package dev.lockstep.agent.reader;

import org.jspecify.annotations.NullMarked;
