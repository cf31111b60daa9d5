// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.sample.one;

import dev.lockstep.cli.sample.two.Two;

/// Half of a package cycle; `LayeringTest` must see it.
public record One(Two other) {}
