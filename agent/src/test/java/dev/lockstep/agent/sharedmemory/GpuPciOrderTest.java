// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.shm.GpuIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuPciOrderTest {
    @TempDir
    Path driver;

    private GpuIndex order(String... busIds) throws IOException {
        for (String busId : busIds) {
            Files.createDirectory(driver.resolve(busId));
        }
        return GpuPciOrder.ofDirectory(driver);
    }

    @Test
    void countsInTheOrderOfThePciBus() throws IOException {
        GpuIndex order = order("0000:9a:00.0", "0000:1b:00.0", "0001:04:00.0");

        assertThat(order.of("0000:1b:00.0")).hasValue(0);
        assertThat(order.of("0000:9a:00.0")).hasValue(1);
        assertThat(order.of("0001:04:00.0")).hasValue(2);
    }

    @Test
    void knowsLongDomainsAndCapitals() throws IOException {
        GpuIndex order = order("0000:1b:00.0", "0000:9a:00.0");

        assertThat(order.of("00000000:9A:00.0")).hasValue(1);
    }

    @Test
    void isAbsentForAGpuThatIsNotListed() throws IOException {
        assertThat(order("0000:1b:00.0").of("0000:2b:00.0")).isEmpty();
    }

    @Test
    void isAbsentWithoutADriver() {
        assertThat(GpuPciOrder.ofDirectory(driver.resolve("none")).of("0000:1b:00.0"))
                .isEmpty();
    }
}
