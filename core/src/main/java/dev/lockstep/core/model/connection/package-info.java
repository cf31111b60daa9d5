// SPDX-License-Identifier: Apache-2.0
/// What NCCL moves between nodes: connections, the steps on them and where these wait.
@NullMarked
package dev.lockstep.core.model.connection;

import org.jspecify.annotations.NullMarked;
