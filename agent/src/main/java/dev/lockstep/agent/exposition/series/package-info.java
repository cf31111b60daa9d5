// SPDX-License-Identifier: Apache-2.0
/// Families and labels under construction: what every part of the exposition is made of.
@NullMarked
package dev.lockstep.agent.exposition.series;

import org.jspecify.annotations.NullMarked;
