// SPDX-License-Identifier: Apache-2.0
/// HTTP of the brain: routes, who may use them, and the server that carries them. It knows no page.
@NullMarked
package dev.lockstep.server.http;

import org.jspecify.annotations.NullMarked;
