// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.PemReader.UnusablePem;
import dev.lockstep.agent.web.TlsConfig.Pem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// TLS of a client: whose certificates it trusts, and the certificate that it shows itself. Files are read once.
public final class ClientTls {
    private static final char[] NO_PASSWORD = {};
    private static final String OWN = "own";

    private ClientTls() {}

    /// PEM files: authorities, without which those of the JDK are trusted, and the client's own certificate with its
    /// key, without which it shows none.
    public record Files(Optional<Path> authorities, Optional<Path> certificate, Optional<Path> key) {}

    /// What connections are made by; absent where a file cannot be used, and then a problem says why.
    public static Optional<SSLSocketFactory> read(Files files, List<String> problems) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(files), trust(files), null);
            return Optional.of(context.getSocketFactory());
        } catch (UnusablePem unusable) {
            problems.add(unusable.getMessage());
        } catch (GeneralSecurityException | IOException invalid) {
            problems.add("the certificates for the brain cannot be used: " + invalid.getMessage());
        }
        return Optional.empty();
    }

    private static TrustManager @Nullable [] trust(Files files)
            throws UnusablePem, GeneralSecurityException, IOException {
        if (files.authorities().isEmpty()) {
            return null;
        }
        KeyStore store = emptyStore();
        int number = 0;
        for (X509Certificate each :
                PemReader.certificates(new Pem.InFile(files.authorities().get()))) {
            store.setCertificateEntry("authority-" + number++, each);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager @Nullable [] keys(Files files) throws UnusablePem, GeneralSecurityException, IOException {
        if (files.certificate().isEmpty() || files.key().isEmpty()) {
            return null;
        }
        List<X509Certificate> chain =
                PemReader.certificates(new Pem.InFile(files.certificate().get()));
        PrivateKey key = PemReader.key(
                new Pem.InFile(files.key().get()), chain.getFirst().getPublicKey());
        KeyStore store = emptyStore();
        store.setKeyEntry(OWN, key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, NO_PASSWORD);
        return store;
    }
}
