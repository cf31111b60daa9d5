// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

/// One life of one job. `incarnation` is the same text on all of its ranks.
public record JobKey(String jobId, String incarnation) {}
