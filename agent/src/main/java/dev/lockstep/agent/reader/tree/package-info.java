// SPDX-License-Identifier: Apache-2.0
/// Documents as trees: tolerant JSON, and pickles of plain values. Bounded, and nothing in a document is ever run.
@NullMarked
package dev.lockstep.agent.reader.tree;

import org.jspecify.annotations.NullMarked;
