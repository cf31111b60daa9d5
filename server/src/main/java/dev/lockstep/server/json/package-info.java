// SPDX-License-Identifier: Apache-2.0
/// JSON of incidents and of what people say about them, both ways: for the API, the journal and webhooks.
@NullMarked
package dev.lockstep.server.json;

import org.jspecify.annotations.NullMarked;
