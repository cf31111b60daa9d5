// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import dev.lockstep.core.config.InvalidConfigException;
import io.helidon.common.tls.Tls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The server's certificate and key, from PEM files.
final class PemIdentity {
    private static final int FILE_BYTES_MAX = 256 * 1024;
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private PemIdentity() {}

    /// TLS with them.
    ///
    /// @throws InvalidConfigException if they cannot be used
    static Tls read(Path certificateFile, Path keyFile) {
        try {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes(certificateFile)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new GeneralSecurityException("no certificate in it");
            }
            PrivateKey key = key(keyFile, chain.getFirst());
            return Tls.builder()
                    .privateKey(key)
                    .privateKeyCertChain(chain)
                    .enabledProtocols(List.of("TLSv1.3", "TLSv1.2"))
                    .build();
        } catch (IOException | GeneralSecurityException unusable) {
            throw new InvalidConfigException(List.of("tls-cert-file " + certificateFile + " and tls-key-file " + keyFile
                    + " cannot be used, they must be PEM, the key in PKCS#8 (openssl pkcs8 -topk8 -nocrypt): "
                    + unusable.getMessage()));
        }
    }

    private static PrivateKey key(Path file, Certificate belongsTo) throws IOException, GeneralSecurityException {
        Matcher key = KEY.matcher(new String(bytes(file), StandardCharsets.ISO_8859_1));
        if (!key.find()) {
            throw new GeneralSecurityException("no BEGIN PRIVATE KEY in " + file);
        }
        byte[] encoded = Base64.getMimeDecoder().decode(key.group(1));
        return KeyFactory.getInstance(belongsTo.getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static byte[] bytes(Path file) throws IOException {
        if (Files.size(file) > FILE_BYTES_MAX) {
            throw new IOException(file + " has more than " + FILE_BYTES_MAX + " bytes");
        }
        return Files.readAllBytes(file);
    }
}
