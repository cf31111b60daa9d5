// SPDX-License-Identifier: Apache-2.0
/// Reads a folder of NVIDIA Inspector's JSON files on all cores into a `DurationStudy`: which files belong together,
/// their bytes in step with each other, what could not be read.
@NullMarked
package dev.lockstep.cli.analyze.read;

import org.jspecify.annotations.NullMarked;
