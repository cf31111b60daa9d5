// SPDX-License-Identifier: Apache-2.0
/// Tells Alertmanager and webhooks of incidents.
@NullMarked
package dev.lockstep.server.alert;

import org.jspecify.annotations.NullMarked;
