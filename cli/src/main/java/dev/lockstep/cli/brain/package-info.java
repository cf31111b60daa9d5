// SPDX-License-Identifier: Apache-2.0
/// `lockstep server`: the brain of a cluster.
@NullMarked
package dev.lockstep.cli.brain;

import org.jspecify.annotations.NullMarked;
