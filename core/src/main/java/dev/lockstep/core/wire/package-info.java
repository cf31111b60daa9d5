// SPDX-License-Identifier: Apache-2.0
/// How what agents tell the brain is written in bytes: docs/wire-format.md, which is normative.
@NullMarked
package dev.lockstep.core.wire;

import org.jspecify.annotations.NullMarked;
