// SPDX-License-Identifier: Apache-2.0
/// What it costs to bring together what ranks tell of the same operation.
@NullMarked
package dev.lockstep.bench.match;

import org.jspecify.annotations.NullMarked;
