// SPDX-License-Identifier: Apache-2.0
/// Reads what NCCL (2.4 to 2.33), RCCL and their network plugins print: one class a family of lines, and one table of
/// what warnings mean. {@link dev.lockstep.agent.reader.nccl.NcclFormat} hands each line to those whom it concerns.
@NullMarked
package dev.lockstep.agent.reader.nccl;

import org.jspecify.annotations.NullMarked;
