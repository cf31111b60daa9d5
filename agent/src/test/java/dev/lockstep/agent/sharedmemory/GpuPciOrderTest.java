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

    @TempDir
    Path devices;

    private GpuIndex order(String... busIds) throws IOException {
        for (String busId : busIds) {
            Files.createDirectory(driver.resolve(busId));
        }
        return GpuPciOrder.of(driver, devices);
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
        assertThat(GpuPciOrder.of(driver.resolve("none"), devices.resolve("none"))
                        .of("0000:1b:00.0"))
                .isEmpty();
    }

    @Test
    void asksTheKernelWhereTheDriverIsHidden() throws IOException {
        device("0000:9a:00.0", "0x10de", "0x030200", "nvidia");
        device("0000:1b:00.0", "0x10de", "0x030000", "nvidia");
        device("0000:01:00.0", "0x1a03", "0x030000", "ast");
        device("0000:02:00.0", "0x10de", "0x068000", "nvidia");
        device("0000:03:00.0", "0x10de", "0x030200", "vfio-pci");
        GpuIndex order = GpuPciOrder.of(driver.resolve("none"), devices);

        assertThat(order.of("0000:1b:00.0")).hasValue(0);
        assertThat(order.of("0000:9a:00.0")).hasValue(1);
        assertThat(order.of("0000:02:00.0")).as("an NVSwitch").isEmpty();
        assertThat(order.of("0000:03:00.0"))
                .as("passed on to a virtual machine")
                .isEmpty();
    }

    private void device(String busId, String vendor, String displayClass, String boundTo) throws IOException {
        Path device = Files.createDirectory(devices.resolve(busId));
        Files.writeString(device.resolve("vendor"), vendor + "\n");
        Files.writeString(device.resolve("class"), displayClass + "\n");
        Files.createSymbolicLink(
                device.resolve("driver"), Path.of("../../../bus/pci/drivers").resolve(boundTo));
    }
}
