// SPDX-License-Identifier: Apache-2.0
/// Flight Recorder dumps, JSON or pickle, and the text of PyTorch's own analyser.
@NullMarked
package dev.lockstep.agent.reader.flight;

import org.jspecify.annotations.NullMarked;
