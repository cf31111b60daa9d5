// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;

/// NCCL's logger, as a plugin calls it: `void (int level, unsigned long flags, const char *file, int line,
/// const char *format, ...)`. Of what follows the format only a first `%s` is filled in; that is how
/// careful plugins log, and Java has no word for the rest. Stays for the life of the process.
@SuppressWarnings("restricted")
final class PluginLog {
    private static final FunctionDescriptor SHAPE = FunctionDescriptor.ofVoid(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS);

    private final Consumer<String> out;

    private PluginLog(Consumer<String> out) {
        this.out = out;
    }

    /// The function pointer to hand to a plugin.
    static MemorySegment pointer(Consumer<String> out) {
        try {
            MethodHandle log = MethodHandles.lookup()
                    .findVirtual(
                            PluginLog.class,
                            "log",
                            MethodType.methodType(
                                    void.class,
                                    int.class,
                                    long.class,
                                    MemorySegment.class,
                                    int.class,
                                    MemorySegment.class,
                                    MemorySegment.class));
            return Linker.nativeLinker().upcallStub(log.bindTo(new PluginLog(out)), SHAPE, Arena.global());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unused") // Called by the plugin.
    private void log(int level, long flags, MemorySegment file, int line, MemorySegment format, MemorySegment first) {
        try {
            String text = Native.text(format);
            out.accept(text.contains("%s") ? text.replaceFirst("%s", quoted(first)) : text);
        } catch (RuntimeException broken) {
            out.accept("(a message that cannot be read: " + broken.getMessage() + ")");
        }
    }

    private static String quoted(MemorySegment text) {
        return text.equals(MemorySegment.NULL) ? "(null)" : java.util.regex.Matcher.quoteReplacement(Native.text(text));
    }
}
