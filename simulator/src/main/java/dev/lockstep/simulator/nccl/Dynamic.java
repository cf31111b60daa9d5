// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/// The dynamic loader and the two signals-and-pids calls that Java has no word for. Java's own
/// library lookup cannot load for everybody (`RTLD_GLOBAL`), which a CUDA driver must be.
@SuppressWarnings("restricted")
public final class Dynamic {
    static final int NOW = 2;
    static final int GLOBAL = 0x100;

    private static final int SIGKILL = 9;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle DLOPEN =
            libc("dlopen", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle DLSYM =
            libc("dlsym", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle DLCLOSE =
            libc("dlclose", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    private static final MethodHandle DLERROR = libc("dlerror", FunctionDescriptor.of(ValueLayout.ADDRESS));
    private static final MethodHandle KILL =
            libc("kill", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private Dynamic() {}

    /// Loads a library.
    ///
    /// @throws IllegalArgumentException if the loader refuses it, with the loader's words
    static MemorySegment open(Path library, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = (MemorySegment) DLOPEN.invokeExact(arena.allocateFrom(library.toString()), flags);
            if (handle.equals(MemorySegment.NULL)) {
                throw new IllegalArgumentException("cannot load " + library + ": " + error());
            }
            return handle;
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    static Optional<MemorySegment> symbol(MemorySegment library, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = (MemorySegment) DLSYM.invokeExact(library, arena.allocateFrom(name));
            return address.equals(MemorySegment.NULL) ? Optional.empty() : Optional.of(address);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    static void close(MemorySegment library) {
        try {
            int _ = (int) DLCLOSE.invokeExact(library);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    /// Kills this process as the kernel's out-of-memory killer would: nothing is cleaned up.
    public static void killThisProcess() {
        try {
            int _ = (int) KILL.invokeExact((int) ProcessHandle.current().pid(), SIGKILL);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    private static String error() throws Throwable {
        MemorySegment text = (MemorySegment) DLERROR.invokeExact();
        return text.equals(MemorySegment.NULL) ? "unknown" : Native.text(text);
    }

    private static MethodHandle libc(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
    }
}
