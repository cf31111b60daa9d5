// SPDX-License-Identifier: Apache-2.0
/// The configuration of Alertmanager: who hears of which alert, how, and how often.
@NullMarked
package dev.lockstep.cli.alertmanager;

import org.jspecify.annotations.NullMarked;
