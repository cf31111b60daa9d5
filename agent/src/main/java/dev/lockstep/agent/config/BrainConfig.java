// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/// Which brains are fed, one or two, and how they are to be trusted and convinced. Without a `spool` batches wait in
/// memory alone.
public record BrainConfig(
        List<URI> urls, Optional<Path> tokenFile, Optional<SSLSocketFactory> tls, Optional<Path> spool) {
    /// Brains that are fed alike.
    public static final int BRAINS_MAX = 2;

    public BrainConfig {
        urls = List.copyOf(urls);
    }
}
