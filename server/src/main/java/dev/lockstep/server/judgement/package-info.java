// SPDX-License-Identifier: Apache-2.0
/// What people say about incidents: confirmed, false, and where work is going on.
@NullMarked
package dev.lockstep.server.judgement;

import org.jspecify.annotations.NullMarked;
