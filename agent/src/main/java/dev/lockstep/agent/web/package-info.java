// SPDX-License-Identifier: Apache-2.0
/// Prometheus' web configuration file (`--web.config.file`): TLS, client certificates, basic authentication, headers.
/// Loaded only where such a file is given.
@NullMarked
package dev.lockstep.agent.web;

import org.jspecify.annotations.NullMarked;
