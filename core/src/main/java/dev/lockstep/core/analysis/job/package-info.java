// SPDX-License-Identifier: Apache-2.0
/// What is known of a job at a moment: its processes, its communicators and how far each rank has come in them.
@NullMarked
package dev.lockstep.core.analysis.job;

import org.jspecify.annotations.NullMarked;
