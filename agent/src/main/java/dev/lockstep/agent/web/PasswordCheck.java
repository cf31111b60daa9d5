// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Checks names and passwords against bcrypt hashes.
///
/// bcrypt costs tens of milliseconds on purpose, and a scraper comes every few seconds: what was right or wrong is
/// remembered under a keyed hash of name, password and bcrypt hash, whose key never leaves this process. One password
/// is
/// computed at a time, a few wait, and the rest are told to come again, so that guessing costs at most one core. An
/// unknown name costs as much as a known one.
final class PasswordCheck {
    /// Who else may wait while one password is computed.
    static final int WAITING_MAX = 8;

    /// Right and wrong ones remembered, each; the oldest go.
    static final int REMEMBERED_MAX = 64;

    private static final int HEADER_CHARACTERS_MAX = 4096;
    private static final String BASIC = "basic ";

    private final SecretKeySpec key = newKey();
    private final Map<String, Boolean> right = remembering();
    private final Map<String, Boolean> wrong = remembering();
    private final ReentrantLock memory = new ReentrantLock();
    private final Semaphore places = new Semaphore(WAITING_MAX + 1);
    private final ReentrantLock computing = new ReentrantLock(true);

    /// A name with its password as it came, which may be no text.
    @SuppressWarnings("ArrayRecordComponent") // Never compared, and nobody else has it.
    private record Credentials(String user, byte[] password) {}

    Admission check(String authorization, Map<String, String> users) {
        Optional<Credentials> credentials = credentials(authorization);
        return credentials.isPresent() ? check(credentials.get(), users) : Admission.REFUSED;
    }

    private Admission check(Credentials credentials, Map<String, String> users) {
        String own = users.get(credentials.user());
        String hash = own == null ? costliest(users) : own;
        String remembered = keyed(credentials, hash);
        Optional<Boolean> known = recall(remembered);
        if (known.isPresent()) {
            return known.get() ? Admission.ADMITTED : Admission.REFUSED;
        }
        if (!places.tryAcquire()) {
            return Admission.BUSY;
        }
        try {
            boolean isRight = matches(credentials.password(), hash) && own != null;
            remember(remembered, isRight);
            return isRight ? Admission.ADMITTED : Admission.REFUSED;
        } finally {
            places.release();
        }
    }

    private boolean matches(byte[] password, String hash) {
        computing.lock();
        try {
            return BCrypt.verifyer(
                            BCrypt.Version.VERSION_2A, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2A))
                    .verify(password, hash.getBytes(StandardCharsets.US_ASCII))
                    .verified;
        } finally {
            computing.unlock();
        }
    }

    /// The cost stands in characters 4 and 5.
    private static String costliest(Map<String, String> users) {
        return users.values().stream()
                .max(Comparator.comparing(hash -> hash.substring(4, 6)))
                .orElseThrow();
    }

    private static Optional<Credentials> credentials(String authorization) {
        if (authorization.length() > HEADER_CHARACTERS_MAX
                || !authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return Optional.empty();
        }
        try {
            byte[] decoded = Base64.getDecoder()
                    .decode(authorization.substring(BASIC.length()).strip());
            int colon = 0;
            while (colon < decoded.length && decoded[colon] != ':') {
                colon++;
            }
            if (colon == decoded.length) {
                return Optional.empty();
            }
            String user = new String(decoded, 0, colon, StandardCharsets.UTF_8);
            return Optional.of(new Credentials(user, Arrays.copyOfRange(decoded, colon + 1, decoded.length)));
        } catch (IllegalArgumentException noBase64) {
            return Optional.empty();
        }
    }

    private Optional<Boolean> recall(String remembered) {
        memory.lock();
        try {
            if (right.get(remembered) != null) {
                return Optional.of(true);
            }
            return wrong.get(remembered) != null ? Optional.of(false) : Optional.empty();
        } finally {
            memory.unlock();
        }
    }

    private void remember(String remembered, boolean isRight) {
        memory.lock();
        try {
            (isRight ? right : wrong).put(remembered, true);
        } finally {
            memory.unlock();
        }
    }

    /// Name and hash end with a byte that neither can hold.
    private String keyed(Credentials credentials, String hash) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            mac.update(credentials.user().getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0xff);
            mac.update(hash.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0xff);
            return Base64.getEncoder().encodeToString(mac.doFinal(credentials.password()));
        } catch (GeneralSecurityException without) {
            throw new IllegalStateException("every JDK has " + key.getAlgorithm(), without);
        }
    }

    private static SecretKeySpec newKey() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return new SecretKeySpec(random, "HmacSHA256");
    }

    private static Map<String, Boolean> remembering() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > REMEMBERED_MAX;
            }
        };
    }
}
