// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.end;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;

/// The launcher ended all other processes, because of those that had ended before in the same file.
public record StepEnded(Source source, String excerpt) implements Detail {}
