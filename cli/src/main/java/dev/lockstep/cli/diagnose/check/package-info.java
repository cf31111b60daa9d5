// SPDX-License-Identifier: Apache-2.0
/// `lockstep diagnose --check`: folders of inputs with the answer that is expected of them.
@NullMarked
package dev.lockstep.cli.diagnose.check;

import org.jspecify.annotations.NullMarked;
