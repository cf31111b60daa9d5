// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.sample.two;

import dev.lockstep.cli.sample.one.One;

/// The other half of a package cycle.
public record Two(One other) {}
