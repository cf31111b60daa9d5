// SPDX-License-Identifier: Apache-2.0
/// What units of systemd and containers write into the journal, by the readers of job logs.
@NullMarked
package dev.lockstep.agent.trouble.journal;

import org.jspecify.annotations.NullMarked;
