// SPDX-License-Identifier: Apache-2.0
/// The list of readers, and what runs them over files: a new format is a new file and a row in
/// {@link dev.lockstep.agent.reader.all.AllReaders}.
@NullMarked
package dev.lockstep.agent.reader.all;

import org.jspecify.annotations.NullMarked;
