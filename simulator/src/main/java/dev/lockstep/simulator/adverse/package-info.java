// SPDX-License-Identifier: Apache-2.0
/// A second generator of jobs, which shares nothing with the timeline: other kinds of training, in the shapes and with
/// the unrest that clusters have. It tells batches as agents do and nothing else, so that verdicts can be held against
/// jobs that the analysis was not made with.
@NullMarked
package dev.lockstep.simulator.adverse;

import org.jspecify.annotations.NullMarked;
