// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import java.util.OptionalInt;

/// How a job showed itself first, by which it is known how to judge it. It stays the same for the life of the job.
///
/// @param node where the process ran of which was heard first
/// @param worldSize ranks that the launcher started, where it said so
public record JobIdentity(String jobId, String node, OptionalInt worldSize) {}
