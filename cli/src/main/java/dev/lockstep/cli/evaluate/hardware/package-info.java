// SPDX-License-Identifier: Apache-2.0
/// The jobs that verdicts about devices are evaluated on.
@NullMarked
package dev.lockstep.cli.evaluate.hardware;

import org.jspecify.annotations.NullMarked;
