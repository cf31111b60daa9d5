// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.PublicKey;

/// Puts the older forms of private keys (PKCS#1 for RSA, SEC 1 for EC) into the PKCS#8 that the JDK reads:
///
/// ```
/// SEQUENCE { INTEGER 0, AlgorithmIdentifier, OCTET STRING { the older form } }
/// ```
///
/// The algorithm, with the curve of an EC key, stands in the public key of its certificate, which begins
/// `SEQUENCE { AlgorithmIdentifier, …`.
final class Pkcs8 {
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    private static final int LONG_FORM = 0x80;

    private Pkcs8() {}

    static byte[] wrap(byte[] older, PublicKey belongsTo) {
        return tagged(SEQUENCE, VERSION_0, algorithmOf(belongsTo), tagged(OCTET_STRING, older));
    }

    private static byte[] algorithmOf(PublicKey key) {
        ByteBuffer encoded = ByteBuffer.wrap(key.getEncoded());
        enter(encoded);
        int start = encoded.position();
        int length = enter(encoded);
        byte[] algorithm = new byte[encoded.position() - start + length];
        encoded.get(start, algorithm);
        return algorithm;
    }

    /// Steps over a tag and its length, which it gives.
    private static int enter(ByteBuffer der) {
        der.get();
        int first = der.get() & 0xff;
        if (first < LONG_FORM) {
            return first;
        }
        int length = 0;
        for (int i = first - LONG_FORM; i > 0; i--) {
            length = (length << 8) | (der.get() & 0xff);
        }
        return length;
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream der = new ByteArrayOutputStream();
        der.write(tag);
        writeLength(der, content.size());
        der.writeBytes(content.toByteArray());
        return der.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream der, int length) {
        if (length < LONG_FORM) {
            der.write(length);
            return;
        }
        int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
        der.write(LONG_FORM | bytes);
        for (int i = bytes - 1; i >= 0; i--) {
            der.write(length >>> (8 * i));
        }
    }
}
