// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Judges clients by the configuration of now. It trusts no server: the agent calls none.
final class LiveTrust extends X509ExtendedTrustManager {
    private final Supplier<LoadedWeb.Tls> now;

    LiveTrust(Supplier<LoadedWeb.Tls> now) {
        this.now = now;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyExchange) throws CertificateException {
        now.get().clients().check(chain, keyExchange);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyExchange, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, keyExchange);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyExchange, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, keyExchange);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return now.get().clients().issuers();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyExchange) throws CertificateException {
        throw new CertificateException("the agent calls no server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyExchange, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, keyExchange);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyExchange, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, keyExchange);
    }
}
