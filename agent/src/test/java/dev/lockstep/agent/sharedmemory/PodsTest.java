// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleNode;
import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.PodIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process is found in its pod by the lock that it holds on its file.
class PodsTest {
    private static final String UID = "0a1b2c3d-0000-1111-2222-333344445555";
    private static final String CONTAINER = "f".repeat(64);
    private static final FileIdentity FILE =
            new FileIdentity(Path.of("/dev/shm/x/a.lockstep"), 0x1a, 77, 0, FileIdentity.Kind.FILE);
    private static final ProcessSnapshot BARE = SampleNode.process(1);

    @TempDir
    private Path proc;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod"
                        + "0a1b2c3d_0000_1111_2222_333344445555.slice/cri-containerd-%s.scope",
                "12:memory:/kubepods/besteffort/pod0a1b2c3d-0000-1111-2222-333344445555/%s"
            })
    void findsPodAndContainerInTheControlGroup(String cgroup) throws IOException {
        process("4711", "00:1a:77", cgroup.formatted(CONTAINER));

        ProcessSnapshot completed = completed();
        assertThat(completed.launch().pod().uid()).contains(UID);
        assertThat(completed.launch().pod().container()).contains(CONTAINER);
        assertThat(completed.identity().jobId()).isEqualTo(UID);
    }

    @Test
    void leavesTheJobIdOfTheScheduler() throws IOException {
        process("4711", "00:1a:77", "0::/kubepods/pod" + UID + "/" + CONTAINER);
        Launch slurm = new Launch(
                Optional.of("4242"), Optional.empty(), PodIdentity.UNKNOWN, OptionalInt.empty(), Optional.empty());
        ProcessSnapshot scheduled = new ProcessSnapshot(BARE.identity(), List.of(), Map.of(), Map.of(), slurm);
        Pods pods = new Pods(proc);
        pods.learn(FILE);

        assertThat(pods.complete(FILE, scheduled).identity().jobId()).isEqualTo("4242");
    }

    @Test
    void knowsNothingOfAProcessOutsideOfPods() throws IOException {
        process("4711", "00:1a:77", "0::/system.slice/ssh.service");

        assertThat(completed()).isEqualTo(BARE);
    }

    @Test
    void knowsNothingOfAnotherFilesHolder() throws IOException {
        process("4711", "00:1b:77", "0::/kubepods/pod" + UID + "/" + CONTAINER);

        assertThat(completed()).isEqualTo(BARE);
    }

    @Test
    void knowsNothingWhereTheKernelHidesIt() {
        assertThat(completed()).isEqualTo(BARE);
    }

    @Test
    void forgetsAFileThatIsGone() throws IOException {
        process("4711", "00:1a:77", "0::/kubepods/pod" + UID + "/" + CONTAINER);
        Pods pods = new Pods(proc);
        pods.learn(FILE);
        pods.forget(FILE);

        assertThat(pods.complete(FILE, BARE)).isEqualTo(BARE);
    }

    private void process(String pid, String file, String cgroup) throws IOException {
        Files.writeString(
                proc.resolve("locks"),
                "1: FLOCK  ADVISORY  WRITE 9 00:1a:77 0 EOF\n2: POSIX  ADVISORY  WRITE " + pid + " " + file
                        + " 0 EOF\n");
        Files.createDirectories(proc.resolve(pid));
        Files.writeString(proc.resolve(pid).resolve("cgroup"), cgroup + "\n");
    }

    private ProcessSnapshot completed() {
        Pods pods = new Pods(proc);
        pods.learn(FILE);
        return pods.complete(FILE, BARE);
    }
}
