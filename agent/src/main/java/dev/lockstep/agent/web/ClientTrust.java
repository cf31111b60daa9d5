// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.PemReader.UnusablePem;
import dev.lockstep.agent.web.TlsConfig.ClientPolicy;
import dev.lockstep.agent.web.TlsConfig.Pem;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// Which client certificates are good: those under the authorities, where they are verified, with one of the allowed
/// names, where there are such.
final class ClientTrust {
    /// Kinds of alternative names that can be allowed: e-mail, DNS, URI, IP address (RFC 5280, GeneralName).
    private static final Set<Integer> NAME_KINDS = Set.of(1, 2, 6, 7);

    private final Optional<X509TrustManager> authorities;
    private final Set<String> allowedNames;

    private ClientTrust(Optional<X509TrustManager> authorities, Set<String> allowedNames) {
        this.authorities = authorities;
        this.allowedNames = allowedNames;
    }

    static ClientTrust read(ClientPolicy policy) throws UnusablePem {
        Optional<Pem> pem = policy.authorities().filter(_ -> policy.auth().isVerified());
        Optional<X509TrustManager> authorities =
                pem.isPresent() ? Optional.of(trusting(PemReader.certificates(pem.get()))) : Optional.empty();
        return new ClientTrust(authorities, Set.copyOf(policy.allowedNames()));
    }

    private static X509TrustManager trusting(List<X509Certificate> certificates) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < certificates.size(); i++) {
                store.setCertificateEntry("authority-" + i, certificates.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("a store in memory", impossible);
        }
    }

    void check(X509Certificate[] chain, String keyExchange) throws CertificateException {
        if (authorities.isPresent()) {
            authorities.get().checkClientTrusted(chain, keyExchange);
        }
        if (!allowedNames.isEmpty() && namesOf(chain[0]).noneMatch(allowedNames::contains)) {
            throw new CertificateException("no alternative name of the client's certificate is in client_allowed_sans");
        }
    }

    X509Certificate[] issuers() {
        return authorities.map(X509TrustManager::getAcceptedIssuers).orElse(new X509Certificate[0]);
    }

    private static Stream<String> namesOf(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        List<String> texts = new ArrayList<>();
        for (List<?> name : names == null ? List.<List<?>>of() : names) {
            if (NAME_KINDS.contains((Integer) name.get(0)) && name.get(1) instanceof String text) {
                texts.add(text);
            }
        }
        return texts.stream();
    }
}
