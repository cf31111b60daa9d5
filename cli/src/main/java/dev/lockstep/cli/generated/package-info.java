// SPDX-License-Identifier: Apache-2.0
/// Files that are generated and committed.
@NullMarked
package dev.lockstep.cli.generated;

import org.jspecify.annotations.NullMarked;
