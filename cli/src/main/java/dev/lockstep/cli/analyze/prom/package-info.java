// SPDX-License-Identifier: Apache-2.0
/// What Inspector's `.prom` files tell offline: means without ranks.
@NullMarked
package dev.lockstep.cli.analyze.prom;

import org.jspecify.annotations.NullMarked;
