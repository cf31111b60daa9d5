// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/// The web configuration as it is now. Its files are looked at for each connection and each request and read again when
/// one of them changed, so that a renewed certificate or a new password needs no restart. What cannot be used then is
/// logged, and what held before holds on. Whether there is TLS at all is decided at the start. Any thread may call.
public final class WebSecurity {
    private static final Logger LOG = System.getLogger(WebSecurity.class.getName());

    private final Path file;
    private final PasswordCheck passwords = new PasswordCheck();
    private final ReentrantLock reading = new ReentrantLock();
    private volatile LoadedWeb loaded;
    private volatile String lastProblems = "";

    private WebSecurity(Path file, LoadedWeb loaded) {
        this.file = file;
        this.loaded = loaded;
    }

    /// Reads the file and all that it names. With a new problem in the list the result is not to be used.
    public static WebSecurity read(Path file, List<String> problems) {
        return new WebSecurity(file, LoadedWeb.read(file, problems));
    }

    /// How connections are secured; empty if they are not.
    public Optional<HttpsConfigurator> https() {
        return loaded.tls().isPresent() ? Optional.of(new Configurator(context())) : Optional.empty();
    }

    /// Headers of every answer.
    public Map<String, String> headers() {
        return current().config().headers();
    }

    /// What becomes of a request with this `Authorization`; empty text if it has none.
    public Admission admits(String authorization) {
        Map<String, String> users = current().config().users();
        return users.isEmpty() ? Admission.ADMITTED : passwords.check(authorization, users);
    }

    /// One line of what is on, without names and hashes.
    public String summary() {
        LoadedWeb now = loaded;
        return (now.tls().isPresent() ? "TLS" : "no TLS") + ", "
                + now.tls()
                        .map(tls -> tls.config().clients().auth())
                        .orElse(ClientAuth.NONE)
                        .word() + ", "
                + now.config().users().size() + " users";
    }

    LoadedWeb current() {
        LoadedWeb now = loaded;
        if (now.isOld() && reading.tryLock()) {
            try {
                readAgain(now);
            } finally {
                reading.unlock();
            }
        }
        return loaded;
    }

    private void readAgain(LoadedWeb before) {
        List<String> problems = new ArrayList<>();
        LoadedWeb next = LoadedWeb.read(file, problems);
        if (before.tls().isPresent() != next.config().tls().isPresent() && problems.isEmpty()) {
            problems.add(file + ": TLS cannot be switched on or off in a running agent: restart it");
        }
        if (problems.isEmpty()) {
            loaded = next;
            lastProblems = "";
            LOG.log(Level.INFO, "event=web_config_read_again file=" + file);
            return;
        }
        loaded = new LoadedWeb(before.config(), before.tls(), next.stamps());
        String all = String.join("; ", problems);
        if (!all.equals(lastProblems)) {
            LOG.log(Level.WARNING, "event=web_config_unusable held=the_former_one problem=\"" + all + "\"");
        }
        lastProblems = all;
    }

    private SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new LiveKeys(this::tls)}, new TrustManager[] {new LiveTrust(this::tls)}, null);
            return context;
        } catch (GeneralSecurityException without) {
            throw new IllegalStateException("this JDK has no TLS", without);
        }
    }

    /// There is TLS if there was at the start.
    private LoadedWeb.Tls tls() {
        return loaded.tls().orElseThrow();
    }

    /// Called for each new connection.
    private final class Configurator extends HttpsConfigurator {
        Configurator(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters connection) {
            TlsConfig config = current().tls().orElseThrow().config();
            SSLParameters parameters = getSSLContext().getDefaultSSLParameters();
            parameters.setProtocols(config.protocols().toArray(String[]::new));
            parameters.setUseCipherSuitesOrder(config.ciphers().preference() == TlsConfig.Preference.SERVER);
            if (!config.ciphers().suites().isEmpty()) {
                parameters.setCipherSuites(config.ciphers().suites().toArray(String[]::new));
            }
            if (!config.curves().isEmpty()) {
                parameters.setNamedGroups(config.curves().toArray(String[]::new));
            }
            if (config.clients().auth().isRequired()) {
                parameters.setNeedClientAuth(true);
            } else {
                parameters.setWantClientAuth(config.clients().auth().isWanted());
            }
            connection.setSSLParameters(parameters);
        }
    }
}
