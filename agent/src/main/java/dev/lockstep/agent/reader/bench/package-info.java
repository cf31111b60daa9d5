// SPDX-License-Identifier: Apache-2.0
/// Tables and JSON of nccl-tests and rccl-tests.
@NullMarked
package dev.lockstep.agent.reader.bench;

import org.jspecify.annotations.NullMarked;
