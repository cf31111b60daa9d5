// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// What TLS of this JDK offers.
final class JdkTls {
    private JdkTls() {}

    static List<String> supportedSuites() {
        return List.of(defaultContext().getSupportedSSLParameters().getCipherSuites());
    }

    /// They are named without a key exchange, as those of older versions are not.
    static List<String> suitesOfTls13() {
        return Stream.of(defaultContext().getDefaultSSLParameters().getCipherSuites())
                .filter(suite -> suite.startsWith("TLS_AES_") || suite.startsWith("TLS_CHACHA20_"))
                .toList();
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException without) {
            throw new IllegalStateException("this JDK has no TLS", without);
        }
    }
}
