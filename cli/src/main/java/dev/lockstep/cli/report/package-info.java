// SPDX-License-Identifier: Apache-2.0
/// `lockstep report`: the digest of some days of a brain.
@NullMarked
package dev.lockstep.cli.report;

import org.jspecify.annotations.NullMarked;
