// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Changes batches where it hurts, and puts length and checksum right again, so that what is inside is looked at.
final class Damage {
    private static final byte[] HUGE = {-1, -1, -1, -1, -1, -1, -1, -1, 127};
    private static final byte[] TOO_LONG = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

    private final Random random;

    Damage(Random random) {
        this.random = random;
    }

    /// Where a section begins, with its head.
    private record Place(int at, int length) {
        int end() {
            return at + WireLayout.SECTION_HEAD_BYTES + length;
        }
    }

    byte[] to(byte[] batch) {
        byte[] damaged = batch;
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            damaged = once(damaged);
        }
        return damaged;
    }

    private byte[] once(byte[] batch) {
        List<Place> places = places(batch);
        if (places.isEmpty()) {
            return sealed(batch);
        }
        Place place = places.get(random.nextInt(places.size()));
        return switch (random.nextInt(9)) {
            case 0 -> sealed(flipped(batch, inside(place, batch)));
            case 1 -> sealed(spliced(batch, inside(place, batch), 1, HUGE));
            case 2 -> sealed(spliced(batch, inside(place, batch), 1, TOO_LONG));
            case 3 -> sealed(withInt(batch, place.at() + Integer.BYTES, length(place)));
            case 4 -> sealed(withInt(batch, place.at(), random.nextInt(40)));
            case 5 -> sealed(spliced(batch, place.at(), place.end() - place.at(), new byte[0]));
            case 6 -> sealed(spliced(batch, place.at(), 0, Arrays.copyOfRange(batch, place.at(), place.end())));
            case 7 -> sealed(Arrays.copyOf(batch, random.nextInt(batch.length)));
            default -> flipped(batch, random.nextInt(batch.length));
        };
    }

    private int inside(Place place, byte[] batch) {
        int at = place.at() + WireLayout.SECTION_HEAD_BYTES + random.nextInt(Math.max(1, Math.min(40, place.length())));
        return Math.min(at, batch.length - 1);
    }

    private int length(Place place) {
        return random.nextBoolean() ? random.nextInt() : place.length() + random.nextInt(-3, 4);
    }

    /// All sections, those inside others too.
    private static List<Place> places(byte[] batch) {
        List<Place> places = new ArrayList<>();
        collect(batch, Math.min(WireLayout.HEADER_BYTES, batch.length), batch.length, places);
        return places;
    }

    private static void collect(byte[] batch, int from, int end, List<Place> places) {
        int at = from;
        while (at + WireLayout.SECTION_HEAD_BYTES <= end) {
            int type = WireReader.int32(batch, at);
            int length = WireReader.int32(batch, at + Integer.BYTES);
            if (length < 0 || length > end - at - WireLayout.SECTION_HEAD_BYTES) {
                return;
            }
            Place place = new Place(at, length);
            places.add(place);
            if (type == WireLayout.PROCESS || type == WireLayout.COMMUNICATOR) {
                collect(batch, at + WireLayout.SECTION_HEAD_BYTES, place.end(), places);
            }
            at = place.end();
        }
    }

    private byte[] flipped(byte[] batch, int at) {
        byte[] copy = batch.clone();
        copy[at] ^= (byte) (1 << random.nextInt(8));
        return copy;
    }

    private static byte[] withInt(byte[] batch, int at, int value) {
        byte[] copy = batch.clone();
        WireWriter.put32(copy, at, value);
        return copy;
    }

    private static byte[] spliced(byte[] batch, int at, int removed, byte[] inserted) {
        int after = Math.min(batch.length, at + removed);
        byte[] copy = new byte[at + inserted.length + batch.length - after];
        System.arraycopy(batch, 0, copy, 0, at);
        System.arraycopy(inserted, 0, copy, at, inserted.length);
        System.arraycopy(batch, after, copy, at + inserted.length, batch.length - after);
        return copy;
    }

    /// With the length and checksum that fit.
    static byte[] sealed(byte[] batch) {
        byte[] copy = batch.clone();
        if (copy.length >= WireLayout.HEADER_BYTES) {
            WireWriter.put32(copy, WireLayout.BYTES_AT, copy.length);
            WireWriter.put32(copy, WireLayout.CHECKSUM_AT, FeedEncoder.checksum(copy, 0, copy.length));
        }
        return copy;
    }
}
