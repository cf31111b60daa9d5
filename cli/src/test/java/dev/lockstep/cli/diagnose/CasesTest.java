// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.diagnose.check.Cases;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CasesTest {
    /// Real inputs that are only beside the checkout; fewer as expected is a step back.
    private static final int SHARED_AS_EXPECTED_MIN = 69;

    private static String run(Path folder) throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        Cases.run(folder, out);
        out.flush();
        return text.toString();
    }

    @Test
    void diagnosesOwnCasesAsExpected() throws IOException {
        assertThat(run(Checkout.root().resolve("testdata/diagnose")).lines())
                .allSatisfy(line -> assertThat(line).contains("as expected"))
                .hasSizeGreaterThan(100);
    }

    @Test
    void diagnosesRealCasesAsExpectedWhereTheyAre() throws IOException {
        Path shared = Checkout.root().resolve("../shared/cases");
        assumeTrue(Files.isDirectory(shared), "no real cases beside the checkout");
        String last = run(shared).lines().reduce((one, other) -> other).orElseThrow();
        int asExpected = Integer.parseInt(last.substring(0, last.indexOf(' ')));
        assertThat(asExpected).as(last).isGreaterThanOrEqualTo(SHARED_AS_EXPECTED_MIN);
    }

    @Test
    void saysWhatIsMissingAndWhatWasNotExpected() throws IOException {
        Path folder = Files.createTempDirectory("case");
        Path one = Files.createDirectory(folder.resolve("one"));
        Files.writeString(one.resolve("expect.md"), "```yaml\n- signal: resource.shm\n  severity: P0\n```\n");
        Files.writeString(one.resolve("log"), "h:1:2 [0] a.cc:1 NCCL WARN Cuda failure 'out of memory'\n");
        assertThat(run(folder)).isEqualTo("""
            one  no resource.shm; unexpected resource.oom P0 [h, pid 1, GPU 0]
            0 of 1 cases as expected
            """);
    }

    @Test
    void enforcesWhatMustNotBe() throws IOException {
        Path folder = Files.createTempDirectory("case");
        Path one = Files.createDirectory(folder.resolve("one"));
        Files.writeString(one.resolve("expect.md"), """
            ```yaml
            - signal: resource.oom
              severity: P0
            ```
            ## Must not

            - P0 for so little
            - 1 incidents
            - name rank 3
            - name rank 4
            - raise net.slow
            - a line for people
            """);
        Files.writeString(one.resolve("log"), "[rank3]: torch.OutOfMemoryError: CUDA out of memory.\n");
        assertThat(run(folder)).isEqualTo("""
            one  must not P0 for so little; must not 1 incidents; must not name rank 3
            0 of 1 cases as expected
            """);
    }
}
