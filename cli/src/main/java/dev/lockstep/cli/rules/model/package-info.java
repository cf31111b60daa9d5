// SPDX-License-Identifier: Apache-2.0
/// Rules, groups and files as values, their YAML, and the names that their expressions use.
@NullMarked
package dev.lockstep.cli.rules.model;

import org.jspecify.annotations.NullMarked;
