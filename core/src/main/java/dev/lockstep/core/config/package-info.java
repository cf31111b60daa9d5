// SPDX-License-Identifier: Apache-2.0
/// How every process of Lockstep refuses a configuration it cannot work with.
@NullMarked
package dev.lockstep.core.config;

import org.jspecify.annotations.NullMarked;
