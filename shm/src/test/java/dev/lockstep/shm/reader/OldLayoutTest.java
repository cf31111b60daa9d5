// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `testdata/` keeps a file of each layout that was ever written, since jobs outlive upgrades of the agent.
class OldLayoutTest {
    private static final Path ROOT = Path.of(System.getProperty("lockstep.root", ".."));

    @Test
    void readsAFileOfVersion10() {
        ShmAttachment attachment = ShmReader.attach(
                ROOT.resolve("testdata/shared-memory-v1.0.lockstep"), new CopyBuffer(), GpuIndex.UNKNOWN);

        assertThat(attachment).isInstanceOf(ShmAttachment.Ready.class);
        try (ShmReader reader = ((ShmAttachment.Ready) attachment).reader()) {
            assertThat(reader.header().version()).isEqualTo(ShmLayout.VERSION_MAJOR << 16);
            assertThat(reader.read(0)).isInstanceOfSatisfying(ShmReading.Fresh.class, fresh -> {
                ProcessSnapshot snapshot = fresh.snapshot();
                assertThat(snapshot.communicators()).isNotEmpty();
                assertThat(snapshot.communicators())
                        .anySatisfy(communicator ->
                                assertThat(communicator.series()).isNotEmpty());
            });
        }
    }
}
