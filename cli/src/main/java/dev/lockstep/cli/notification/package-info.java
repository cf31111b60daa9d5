// SPDX-License-Identifier: Apache-2.0
/// What Alertmanager's webhook sends.
@NullMarked
package dev.lockstep.cli.notification;

import org.jspecify.annotations.NullMarked;
