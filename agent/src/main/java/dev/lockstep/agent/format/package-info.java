// SPDX-License-Identifier: Apache-2.0
/// Writes metrics in the format that a scraper asks for: text in our own way, since that is what costs an agent most,
/// protobuf by client_java.
@NullMarked
package dev.lockstep.agent.format;

import org.jspecify.annotations.NullMarked;
