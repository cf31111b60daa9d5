// SPDX-License-Identifier: Apache-2.0
/// Alerts as Alertmanager tells a demo of them.
@NullMarked
package dev.lockstep.cli.demo.alert;

import org.jspecify.annotations.NullMarked;
