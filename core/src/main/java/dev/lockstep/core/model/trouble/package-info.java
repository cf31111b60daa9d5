// SPDX-License-Identifier: Apache-2.0
/// What jobs say of their own trouble.
@NullMarked
package dev.lockstep.core.model.trouble;

import org.jspecify.annotations.NullMarked;
