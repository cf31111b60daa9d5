// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.nccl;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// The stand-in for the CUDA driver, loaded for everybody in the process, as a real job has it before
/// NCCL loads its plugin. Stays loaded.
@SuppressWarnings("restricted")
public final class SimulatedDriver {
    private final MethodHandle setDevice;

    private SimulatedDriver(MethodHandle setDevice) {
        this.setDevice = setDevice;
    }

    /// Loads it for a node with that many GPUs.
    public static SimulatedDriver load(Path library, int node, int gpus) {
        MemorySegment handle = Dynamic.open(library.toAbsolutePath(), Dynamic.NOW | Dynamic.GLOBAL);
        FunctionDescriptor two = FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        FunctionDescriptor one = FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT);
        try {
            handle(handle, "lockstep_simulated_node", two).invokeExact(node, gpus);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
        return new SimulatedDriver(handle(handle, "lockstep_simulated_device", one));
    }

    /// Makes a device current on this thread.
    public void setDevice(int device) {
        try {
            setDevice.invokeExact(device);
        } catch (Throwable failure) {
            throw Native.unexpected(failure);
        }
    }

    private static MethodHandle handle(MemorySegment library, String name, FunctionDescriptor descriptor) {
        MemorySegment symbol = Dynamic.symbol(library, name)
                .orElseThrow(() -> new IllegalArgumentException("not the simulated driver: no " + name));
        return Linker.nativeLinker().downcallHandle(symbol, descriptor);
    }
}
