// SPDX-License-Identifier: Apache-2.0
/// What the brain tells its operators in its log.
@NullMarked
package dev.lockstep.server.log;

import org.jspecify.annotations.NullMarked;
