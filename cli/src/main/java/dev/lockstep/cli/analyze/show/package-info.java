// SPDX-License-Identifier: Apache-2.0
/// How an analysis is shown: on a terminal, as JSON.
@NullMarked
package dev.lockstep.cli.analyze.show;

import org.jspecify.annotations.NullMarked;
