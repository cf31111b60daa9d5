// SPDX-License-Identifier: Apache-2.0
/// The brain's `/metrics`: its view in Prometheus' model, written by client_java.
@NullMarked
package dev.lockstep.server.exposition;

import org.jspecify.annotations.NullMarked;
