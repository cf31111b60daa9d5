// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A loaded profiler plugin: looked for newest version first, once a process, with one activation
/// mask for all communicators, as NCCL has it. Any thread.
@SuppressWarnings("restricted")
public final class ProfilerPlugin implements AutoCloseable {
    private static final long TABLE_BYTES = 6L * Long.BYTES;
    private static final VarHandle MASK = ValueLayout.JAVA_INT.varHandle();

    private final MemorySegment library;
    private final ProfilerApi api;
    private final String name;
    private final Functions functions;
    private final MemorySegment log;
    private final MemorySegment mask = Arena.global().allocate(ValueLayout.JAVA_INT);

    private ProfilerPlugin(MemorySegment library, ProfilerApi api, MemorySegment table, Consumer<String> log) {
        this.library = library;
        this.api = api;
        MemorySegment fields = table.reinterpret(TABLE_BYTES);
        this.name = Native.text(fields.get(ValueLayout.ADDRESS, 0));
        this.functions = new Functions(fields);
        this.log = PluginLog.pointer(log);
    }

    /// Loads a plugin.
    ///
    /// @param pinned the only version to look for; the newest there is, if absent
    /// @param log takes each line that the plugin logs, on any thread
    /// @throws IllegalArgumentException if there is no such library or no such version in it
    public static ProfilerPlugin load(Path path, Optional<ProfilerApi> pinned, Consumer<String> log) {
        MemorySegment library = Dynamic.open(path.toAbsolutePath(), Dynamic.NOW);
        return pinned.map(Stream::of)
                .orElseGet(() -> Stream.of(ProfilerApi.values()))
                .flatMap(
                        api -> Dynamic.symbol(library, api.symbol())
                                .map(table -> new ProfilerPlugin(library, api, table, log))
                                .stream())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(path + " exports "
                        + pinned.map(ProfilerApi::symbol).orElse("no profiler from version 3 to 7")));
    }

    /// The version that is spoken.
    public ProfilerApi api() {
        return api;
    }

    /// What the plugin calls itself.
    public String name() {
        return name;
    }

    /// Tells the plugin of a communicator. Absent if it refuses or wants to see nothing of it.
    public OptionalLong init(CommunicatorDescription communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment context = arena.allocate(ValueLayout.JAVA_LONG);
            int result = functions.init(api, context.address(), mask.address(), communicator, log);
            long opaque = context.get(ValueLayout.JAVA_LONG, 0);
            return result == 0 && opaque != 0 ? OptionalLong.of(opaque) : OptionalLong.empty();
        }
    }

    /// Tells the plugin that a communicator is gone.
    public void finish(long context) {
        int _ = functions.finish(context);
    }

    /// The types of events that the plugin wants now.
    public int activeEvents() {
        return EventType.active((int) MASK.getOpaque(mask, 0L));
    }

    /// A set of buffers to send events with; one for each thread.
    public EventSender sender() {
        return new EventSender(api, functions);
    }

    /// The same for the events of a proxy.
    public NetworkSender networkSender() {
        return new NetworkSender(api, functions);
    }

    /// Unloads it, as NCCL does after the last communicator.
    @Override
    public void close() {
        Dynamic.close(library);
    }
}
