// SPDX-License-Identifier: Apache-2.0
/// The relay: Alertmanager's webhook in, a message of WeCom out.
@NullMarked
package dev.lockstep.cli.relay;

import org.jspecify.annotations.NullMarked;
