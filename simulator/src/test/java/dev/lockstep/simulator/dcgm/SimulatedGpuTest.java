// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.timeline.Examples;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// The simulated driver tells the plugin who a GPU is; DCGM must say the same, or nothing joins.
@SuppressWarnings("restricted") // It asks the driver itself.
class SimulatedGpuTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final int GPUS = 10;

    private final Arena arena = Arena.ofAuto();
    private final SymbolLookup driver =
            SymbolLookup.libraryLookup(Examples.root().resolve("simulator/target/native/libcuda.so.1"), Arena.global());

    @Test
    void hasTheUuidThatTheSimulatedDriverGives() throws Throwable {
        for (int node : new int[] {0, 1, 77}) {
            method("lockstep_simulated_node", FunctionDescriptor.ofVoid(INT, INT))
                    .invokeExact(node, GPUS);
            for (int gpu = 0; gpu < GPUS; gpu++) {
                assertThat(SimulatedGpu.of(node, gpu).uuid()).isEqualTo("GPU-" + driverUuid(gpu));
            }
        }
    }

    @Test
    void hasTheBusOfTheSimulatedDriverAsDcgmWritesIt() throws Throwable {
        method("lockstep_simulated_node", FunctionDescriptor.ofVoid(INT, INT)).invokeExact(0, GPUS);
        MemorySegment text = arena.allocate(32);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            int result = (int) method("cuDeviceGetPCIBusId", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT, INT))
                    .invokeExact(text, 32, gpu);
            assertThat(result).isZero();
            assertThat(SimulatedGpu.of(0, gpu).pciBusId()).isEqualTo("0000" + text.getString(0));
        }
    }

    private String driverUuid(int gpu) throws Throwable {
        MemorySegment bytes = arena.allocate(16);
        int result = (int) method("cuDeviceGetUuid_v2", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT))
                .invokeExact(bytes, gpu);
        assertThat(result).isZero();
        String hex = HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
        return hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
    }

    private MethodHandle method(String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(driver.find(name).orElseThrow(), descriptor);
    }
}
