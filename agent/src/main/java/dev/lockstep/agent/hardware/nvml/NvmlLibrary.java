// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The loaded library. Every function of it returns a status; one that an old library does not have answers as one
/// that the GPU does not support. One thread uses it.
final class NvmlLibrary implements AutoCloseable {
    /// It worked.
    static final int SUCCESS = 0;

    /// The array was too short.
    static final int TOO_SHORT = 7;

    /// The library has no such function.
    static final int NO_FUNCTION = 13;

    private final Arena arena;
    private final SymbolLookup symbols;
    private final Map<String, Optional<MethodHandle>> functions = new HashMap<>();

    private NvmlLibrary(Arena arena, SymbolLookup symbols) {
        this.arena = arena;
        this.symbols = symbols;
    }

    /// Loads a library by its name or path; absent if there is none.
    @SuppressWarnings({"restricted", "MustBeClosedChecker"}) // The library owns the arena and closes it.
    static Optional<NvmlLibrary> load(String name) {
        Arena arena = Arena.ofConfined();
        try {
            return Optional.of(new NvmlLibrary(arena, SymbolLookup.libraryLookup(name, arena)));
        } catch (IllegalArgumentException none) {
            arena.close();
            return Optional.empty();
        }
    }

    /// Memory that lives as long as the library.
    MemorySegment memory(long bytes) {
        return arena.allocate(bytes, Long.BYTES);
    }

    /// Calls a function. Arguments are integers, long ones and addresses; it is always called with the same kinds of
    /// them.
    @SuppressWarnings("restricted") // What is called is NVML's, by the types of its header.
    int call(String name, Object... arguments) {
        Optional<MethodHandle> function = functions.get(name);
        if (function == null) {
            function = symbols.find(name)
                    .map(address -> Linker.nativeLinker().downcallHandle(address, descriptor(arguments)));
            functions.put(name, function);
        }
        return function.isEmpty() ? NO_FUNCTION : status(function.get(), arguments);
    }

    private static int status(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (RuntimeException | Error ours) {
            throw ours;
        } catch (Throwable impossible) {
            throw new IllegalStateException("C throws nothing", impossible);
        }
    }

    private static FunctionDescriptor descriptor(Object... arguments) {
        MemoryLayout[] layouts = Stream.of(arguments).map(NvmlLibrary::layout).toArray(MemoryLayout[]::new);
        return FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts);
    }

    private static MemoryLayout layout(Object argument) {
        if (argument instanceof MemorySegment) {
            return ValueLayout.ADDRESS;
        }
        return argument instanceof Long ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
    }

    @Override
    public void close() {
        call("nvmlShutdown");
        arena.close();
    }
}
