// SPDX-License-Identifier: Apache-2.0
/// What agents send: checked, limited, counted, and put into the queue of the one thread that analyses it.
@NullMarked
package dev.lockstep.server.ingest;

import org.jspecify.annotations.NullMarked;
