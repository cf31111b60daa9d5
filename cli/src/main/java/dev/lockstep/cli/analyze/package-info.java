// SPDX-License-Identifier: Apache-2.0
/// `lockstep analyze`: what files that NVIDIA's Inspector has left tell of a job.
@NullMarked
package dev.lockstep.cli.analyze;

import org.jspecify.annotations.NullMarked;
