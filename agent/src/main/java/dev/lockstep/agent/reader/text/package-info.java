// SPDX-License-Identifier: Apache-2.0
/// From bytes to lines as their writers meant them: without launchers' prefixes and colours, parted where two were
/// glued
/// together, joined where a terminal cut one.
@NullMarked
package dev.lockstep.agent.reader.text;

import org.jspecify.annotations.NullMarked;
