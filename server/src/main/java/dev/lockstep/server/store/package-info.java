// SPDX-License-Identifier: Apache-2.0
/// What outlives the process: the journal of incidents and judgements, and history as Parquet.
@NullMarked
package dev.lockstep.server.store;

import org.jspecify.annotations.NullMarked;
