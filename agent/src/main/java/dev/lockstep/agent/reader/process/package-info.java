// SPDX-License-Identifier: Apache-2.0
/// How processes of a job end, by the words of launchers, runtimes and programs.
@NullMarked
package dev.lockstep.agent.reader.process;

import org.jspecify.annotations.NullMarked;
