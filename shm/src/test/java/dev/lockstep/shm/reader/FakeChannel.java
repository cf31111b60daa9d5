// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// A file that exists in a test alone. Readers only ask for its size and read from a position.
abstract class FakeChannel extends FileChannel {
    private static UnsupportedOperationException notAsked() {
        return new UnsupportedOperationException("readers do not do this");
    }

    @Override
    public int read(ByteBuffer into) {
        throw notAsked();
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw notAsked();
    }

    @Override
    public int write(ByteBuffer from) {
        throw notAsked();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw notAsked();
    }

    @Override
    public int write(ByteBuffer from, long position) {
        throw notAsked();
    }

    @Override
    public long position() {
        throw notAsked();
    }

    @Override
    public FileChannel position(long position) {
        throw notAsked();
    }

    @Override
    public FileChannel truncate(long bytes) {
        throw notAsked();
    }

    @Override
    public void force(boolean metadata) {
        throw notAsked();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw notAsked();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw notAsked();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long bytes) {
        throw notAsked();
    }

    @Override
    public FileLock lock(long position, long bytes, boolean shared) {
        throw notAsked();
    }

    @Override
    public FileLock tryLock(long position, long bytes, boolean shared) {
        throw notAsked();
    }

    @Override
    protected void implCloseChannel() {}
}
