// SPDX-License-Identifier: Apache-2.0
/// What can be asked of the brain, and told it: docs/http-api.md and `/openapi.yaml` describe each route.
@NullMarked
package dev.lockstep.server.api;

import org.jspecify.annotations.NullMarked;
