// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.PemReader.UnusablePem;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/// The server's certificate with those above it, and its key, which belong together.
record ServerIdentity(List<X509Certificate> chain, PrivateKey key) {
    private static final byte[] PROBE = "do you belong together?".getBytes(StandardCharsets.US_ASCII);

    ServerIdentity {
        chain = List.copyOf(chain);
    }

    static ServerIdentity read(TlsConfig tls) throws UnusablePem {
        List<X509Certificate> chain = PemReader.certificates(tls.certificate());
        ServerIdentity identity = new ServerIdentity(
                chain, PemReader.key(tls.key(), chain.getFirst().getPublicKey()));
        if (!identity.belongsTogether()) {
            throw new UnusablePem("key_file does not belong to cert_file: name the key that was made for it");
        }
        return identity;
    }

    /// `RSA`, `EC` or `EdDSA`, as the JDK asks for it.
    String keyType() {
        return chain.getFirst().getPublicKey().getAlgorithm();
    }

    private boolean belongsTogether() {
        try {
            Signature signature = Signature.getInstance(signatureOf(keyType()));
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(chain.getFirst().getPublicKey());
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException different) {
            return false;
        }
    }

    private static String signatureOf(String keyType) {
        return switch (keyType) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> keyType;
        };
    }
}
