// SPDX-License-Identifier: Apache-2.0
/// The settings of the brain: flags, environment and a YAML file, read once, all problems at once.
@NullMarked
package dev.lockstep.server.config;

import org.jspecify.annotations.NullMarked;
