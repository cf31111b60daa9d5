// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Gives each handshake the identity of now. The JDK asks for the name first, then for chain and key by that name, and
/// the identity may have changed in between: a name stays with its identity.
final class LiveKeys extends X509ExtendedKeyManager {
    /// Certificates are renewed a few times a year; older ones than this many are forgotten.
    private static final int IDENTITIES_MAX = 8;

    private final Supplier<LoadedWeb.Tls> now;
    private final Map<String, ServerIdentity> byName = new ConcurrentHashMap<>();

    LiveKeys(Supplier<LoadedWeb.Tls> now) {
        this.now = now;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        ServerIdentity identity = now.get().identity();
        if (!identity.keyType().equals(keyType)) {
            return null;
        }
        String name = Integer.toHexString(System.identityHashCode(identity));
        if (byName.size() >= IDENTITIES_MAX && !byName.containsKey(name)) {
            byName.clear();
        }
        byName.put(name, identity);
        return name;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String name) {
        ServerIdentity identity = byName.get(name);
        return identity == null ? null : identity.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String name) {
        ServerIdentity identity = byName.get(name);
        return identity == null ? null : identity.key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String name = chooseEngineServerAlias(keyType, issuers, null);
        return name == null ? null : new String[] {name};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
