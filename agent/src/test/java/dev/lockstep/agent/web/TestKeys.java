// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Keys and certificates that openssl makes for one test, and clients that have them.
public final class TestKeys {
    private static final char[] NO_PASSWORD = {};

    private final Path folder;

    /// Makes an authority in the folder: `ca.crt`, `ca.key`.
    public TestKeys(Path folder) throws IOException {
        this.folder = folder;
        openssl("ecparam -genkey -name prime256v1 -noout -out ca.key");
        openssl("req -x509 -new -key ca.key -days 2 -subj /CN=test-authority -out ca.crt");
    }

    /// Whether there is an openssl to make them.
    public static boolean canBeMade() {
        return Files.isExecutable(Path.of("/usr/bin/openssl"));
    }

    /// Makes `name.key` in PKCS#8 and `name.crt` with this alternative name, signed by the authority.
    public TestKeys sign(String name, String alternativeName) throws IOException {
        openssl("ecparam -genkey -name prime256v1 -noout -out " + name + ".sec1");
        openssl("pkcs8 -topk8 -nocrypt -in " + name + ".sec1 -out " + name + ".key");
        return certify(name, alternativeName);
    }

    /// The same with an RSA key in PKCS#1 (`name.pkcs1`) beside it.
    public TestKeys signRsa(String name, String alternativeName) throws IOException {
        openssl("genrsa -out " + name + ".key 2048");
        openssl("rsa -traditional -in " + name + ".key -out " + name + ".pkcs1");
        return certify(name, alternativeName);
    }

    private TestKeys certify(String name, String alternativeName) throws IOException {
        Files.writeString(folder.resolve(name + ".ext"), "subjectAltName=" + alternativeName + "\n");
        openssl("req -new -key " + name + ".key -subj /CN=" + name + " -out " + name + ".csr");
        openssl("x509 -req -in " + name + ".csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile " + name
                + ".ext -out " + name + ".crt");
        return this;
    }

    /// Runs openssl in the folder.
    public void openssl(String arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/openssl"));
        command.addAll(List.of(arguments.split(" ")));
        Path said = folder.resolve("openssl.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        assertThat(process.exitValue())
                .as("openssl %s: %s", arguments, Files.readString(said))
                .isZero();
    }

    /// A file of the folder.
    public Path file(String name) {
        return folder.resolve(name);
    }

    /// A client that trusts the authority and shows nothing of itself.
    public HttpClient client() throws IOException {
        return client(new KeyManager[0]);
    }

    /// A client that trusts the authority and shows this certificate.
    public HttpClient clientWith(String name) throws IOException {
        try {
            return client(keys(name));
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable);
        }
    }

    private HttpClient client(KeyManager[] keys) throws IOException {
        try {
            KeyStore trusted = emptyStore();
            trusted.setCertificateEntry("ca", certificate("ca"));
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), null);
            return HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable);
        }
    }

    private KeyManager[] keys(String name) throws GeneralSecurityException, IOException {
        String pem = Files.readString(file(name + ".key")).replaceAll("-----[A-Z ]+-----", "");
        KeyStore own = emptyStore();
        own.setKeyEntry(
                name,
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem))),
                NO_PASSWORD,
                new Certificate[] {certificate(name)});
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(own, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private Certificate certificate(String name) throws GeneralSecurityException, IOException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(file(name + ".crt"))));
    }
}
