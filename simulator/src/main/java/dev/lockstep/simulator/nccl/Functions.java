// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The function pointers of a plugin's struct. Pointers that NCCL only passes on are plain numbers
/// here. Any thread.
@SuppressWarnings("restricted")
final class Functions {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle INIT_3 = handle(JAVA_LONG, JAVA_LONG);
    private static final MethodHandle INIT_4 =
            handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle INIT_5 =
            handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle START = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle RECORD = handle(JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final MethodHandle ONE = handle(JAVA_LONG);

    private final MemorySegment init;
    private final MemorySegment startEvent;
    private final MemorySegment stopEvent;
    private final MemorySegment recordEventState;
    private final MemorySegment finalizeContext;

    /// @param table the plugin's struct, whose first field is its name
    Functions(MemorySegment table) {
        this.init = table.getAtIndex(ADDRESS, 1);
        this.startEvent = table.getAtIndex(ADDRESS, 2);
        this.stopEvent = table.getAtIndex(ADDRESS, 3);
        this.recordEventState = table.getAtIndex(ADDRESS, 4);
        this.finalizeContext = table.getAtIndex(ADDRESS, 5);
    }

    int init(ProfilerApi api, long context, long mask, CommunicatorDescription of, MemorySegment log) {
        long name = Strings.addressOrNull(of.name());
        try {
            return switch (api) {
                case V3 -> (int) INIT_3.invokeExact(init, context, mask);
                case V4 ->
                    (int) INIT_4.invokeExact(
                            init, context, mask, name, of.hash(), of.nodes(), of.ranks(), of.rank(), log);
                case V5, V6, V7 ->
                    (int) INIT_5.invokeExact(
                            init, context, of.hash(), mask, name, of.nodes(), of.ranks(), of.rank(), log);
            };
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    int start(long context, long handle, long descriptor) {
        try {
            return (int) START.invokeExact(startEvent, context, handle, descriptor);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    int stop(long handle) {
        try {
            return (int) ONE.invokeExact(stopEvent, handle);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    int record(long handle, int state, long arguments) {
        try {
            return (int) RECORD.invokeExact(recordEventState, handle, state, arguments);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    int finish(long context) {
        try {
            return (int) ONE.invokeExact(finalizeContext, context);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    private static MethodHandle handle(java.lang.foreign.MemoryLayout... arguments) {
        return LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, arguments));
    }
}
