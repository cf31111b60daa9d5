// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

/// One thing that the hardware of a culprit says.
///
/// @param weighs whether it slows somebody down by itself; what merely differs from the peers is worth a look only
record Testimony(String sentence, boolean weighs) {}
