// SPDX-License-Identifier: Apache-2.0
/// What it costs to read the logs of a large job.
@NullMarked
package dev.lockstep.bench.diagnose;

import org.jspecify.annotations.NullMarked;
