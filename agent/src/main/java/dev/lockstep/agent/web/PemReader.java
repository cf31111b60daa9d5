// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import dev.lockstep.agent.web.TlsConfig.Pem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads certificates and keys in PEM, as openssl and cert-manager write them.
final class PemReader {
    private static final int FILE_BYTES_MAX = 256 * 1024;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (?<kind>[A-Z0-9 ]{1,40})-----(?<body>[^-]*)-----END \\k<kind>-----");

    /// What cannot be used, in words for an operator.
    static final class UnusablePem extends Exception {
        UnusablePem(String message) {
            super(message);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Block(String kind, byte[] der) {}

    private PemReader() {}

    /// All certificates, the server's own first.
    static List<X509Certificate> certificates(Pem pem) throws UnusablePem {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks(pem)) {
            if (block.kind().equals("CERTIFICATE")) {
                certificates.add(certificate(pem, block.der()));
            }
        }
        if (certificates.isEmpty()) {
            throw new UnusablePem(nameOf(pem) + " holds no certificate: it must have BEGIN CERTIFICATE");
        }
        return certificates;
    }

    private static X509Certificate certificate(Pem pem, byte[] der) throws UnusablePem {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (GeneralSecurityException invalid) {
            throw new UnusablePem(nameOf(pem) + " holds a certificate that cannot be read: " + invalid.getMessage());
        }
    }

    /// The first private key, which must be of this public key's kind.
    static PrivateKey key(Pem pem, PublicKey belongsTo) throws UnusablePem {
        for (Block block : blocks(pem)) {
            switch (block.kind()) {
                case "PRIVATE KEY" -> {
                    return key(pem, block.der(), belongsTo);
                }
                case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> {
                    return key(pem, Pkcs8.wrap(block.der(), belongsTo), belongsTo);
                }
                case "ENCRYPTED PRIVATE KEY" ->
                    throw new UnusablePem(
                            nameOf(pem) + " is encrypted: decrypt it with openssl pkey and protect the file instead");
                default -> {}
            }
        }
        throw new UnusablePem(nameOf(pem) + " holds no private key: it must have BEGIN PRIVATE KEY");
    }

    private static PrivateKey key(Pem pem, byte[] pkcs8, PublicKey belongsTo) throws UnusablePem {
        try {
            return KeyFactory.getInstance(belongsTo.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException invalid) {
            throw new UnusablePem(nameOf(pem) + " is no " + belongsTo.getAlgorithm()
                    + " key as its certificate needs, or is damaged: name the key that belongs to cert_file");
        }
    }

    private static List<Block> blocks(Pem pem) throws UnusablePem {
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text(pem));
        while (block.find()) {
            if (block.group("body").contains("ENCRYPTED")) {
                blocks.add(new Block("ENCRYPTED PRIVATE KEY", new byte[0]));
                continue;
            }
            try {
                blocks.add(
                        new Block(block.group("kind"), Base64.getMimeDecoder().decode(block.group("body"))));
            } catch (IllegalArgumentException invalid) {
                throw new UnusablePem(nameOf(pem) + " holds no base64 in its " + block.group("kind"));
            }
        }
        return blocks;
    }

    private static String text(Pem pem) throws UnusablePem {
        return switch (pem) {
            case Pem.Inline inline -> inline.text();
            case Pem.InFile inFile -> text(inFile.file());
        };
    }

    private static String text(Path file) throws UnusablePem {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(FILE_BYTES_MAX + 1);
            if (bytes.length > FILE_BYTES_MAX) {
                throw new UnusablePem(file + " has more than " + FILE_BYTES_MAX + " bytes: is it PEM?");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            throw new UnusablePem(file + " does not exist");
        } catch (IOException unreadable) {
            throw new UnusablePem(file + " cannot be read, make it readable for this user: " + unreadable.getMessage());
        }
    }

    private static String nameOf(Pem pem) {
        return switch (pem) {
            case Pem.Inline _ -> "the PEM text in the configuration";
            case Pem.InFile inFile -> inFile.file().toString();
        };
    }
}
