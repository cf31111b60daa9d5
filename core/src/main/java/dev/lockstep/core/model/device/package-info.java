// SPDX-License-Identifier: Apache-2.0
/// Hardware of a node at a moment: links, GPUs and what befell them.
@NullMarked
package dev.lockstep.core.model.device;

import org.jspecify.annotations.NullMarked;
