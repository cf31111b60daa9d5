// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.lockstep.cli.doctor.Finding.Level;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The doctor on machines that are folders, with agents and Prometheus that a few lines play.
class DoctorTest {
    private static final String OURS = "/opt/lockstep/libnccl-profiler-lockstep.so";
    private static final String LIBRARIES = "/usr/lib/x86_64-linux-gnu";

    @TempDir
    private Path root;

    private final Map<String, String> environment = new HashMap<>();
    private HttpServer server;

    @BeforeEach
    void build() throws IOException {
        library(OURS, "LOCKSTEP_DISABLE ncclProfiler_v7");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void findsNothingWrongOnAGoodMachine() throws IOException {
        library(LIBRARIES + "/libnccl.so.2.32.6", "");
        Files.createSymbolicLink(root.resolve("usr/lib/x86_64-linux-gnu/libnccl.so.2"), Path.of("libnccl.so.2.32.6"));
        environment.put("NCCL_PROFILER_PLUGIN", OURS);
        environment.put("NCCL_ALLGATHERV_ENABLE", "0");
        answer("/healthz", 200, "ok\n");

        List<Finding> findings = examine();
        assertThat(of(findings, "nccl"))
                .containsExactly(Finding.ok("nccl", "2.32.6 at " + LIBRARIES + "/libnccl.so.2, profiler API v7"));
        assertThat(of(findings, "nccl 2.32.6"))
                .anyMatch(finding -> finding.level() == Level.OK
                        && finding.what().startsWith("NCCL_ALLGATHERV_ENABLE=0 works around: after a Broadcast"));
        assertThat(of(findings, "profiler slot")).extracting(Finding::level).containsExactly(Level.OK);
        assertThat(of(findings, "agent")).extracting(Finding::level).containsExactly(Level.OK);
        assertThat(DoctorReport.count(withoutSpace(findings), Level.FAIL)).isZero();
    }

    @Test
    void readsTheVersionFromTheLibraryIfItsNameHasNone() throws IOException {
        library("/wheel/libnccl.so.2", "x".repeat(3 << 20) + "NCCL version 2.28.9+cuda12.9 compiled");

        assertThat(of(examine(Optional.of(root.resolve("wheel"))), "nccl"))
                .extracting(Finding::what)
                .containsExactly("2.28.9 at /wheel/libnccl.so.2, profiler API v5");
    }

    @Test
    void looksIntoPythonsPackagesAndRunningProcesses() throws IOException {
        library("/usr/local/lib/python3.12/dist-packages/nvidia/nccl/lib/libnccl.so.2.27.7", "");
        library("/data/env/libnccl.so.2.30.7", "");
        Files.createDirectories(root.resolve("proc/4711"));
        Files.writeString(root.resolve("proc/4711/maps"), """
            7f0000000000-7f0000001000 r--p 00000000 fd:00 1   /usr/lib/libc.so.6
            7f0000001000-7f0000002000 r-xp 00000000 fd:00 2   /data/env/libnccl.so.2.30.7
            """);

        assertThat(of(examine(), "nccl"))
                .extracting(Finding::what)
                .containsExactly(
                        "2.27.7 at /usr/local/lib/python3.12/dist-packages/nvidia/nccl/lib/libnccl.so.2.27.7,"
                                + " profiler API v4",
                        "2.30.7 at /data/env/libnccl.so.2.30.7 in process 4711, profiler API v6");
    }

    @ParameterizedTest
    @CsvSource({"2.21.5, FAIL", "2.25.1, FAIL", "2.26.5, WARN", "2.27.3, OK", "2.33.0, OK"})
    void judgesVersions(String version, Level level) throws IOException {
        library("/some/libnccl.so." + version, "");

        assertThat(of(examine(Optional.of(root.resolve("some/libnccl.so." + version))), "nccl"))
                .extracting(Finding::level)
                .containsExactly(level);
    }

    @Test
    void saysThatThereIsNoNccl() {
        assertThat(of(examine(), "nccl"))
                .containsExactly(Finding.warn(
                        "nccl", "no libnccl found on this node", "name the one that the job uses: --nccl PATH"));
    }

    @ParameterizedTest
    @CsvSource({
        "none, FAIL, no profiler is loaded",
        "/missing.so, FAIL, is no file and not on the library path",
        "inspector, FAIL, held by /usr/lib/x86_64-linux-gnu/libnccl-profiler-inspector.so",
        "/opt/lockstep/libnccl-profiler-lockstep.so, OK, Lockstep",
        "/opt/other.txt, FAIL, is no profiler plugin"
    })
    void tellsWhoHoldsTheSlot(String value, Level level, String words) throws IOException {
        library(LIBRARIES + "/libnccl-profiler-inspector.so", "ncclProfiler_v5");
        library("/opt/other.txt", "nothing");
        environment.put("NCCL_PROFILER_PLUGIN", value);

        assertThat(of(examine(), "profiler slot")).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.what()).contains(words);
        });
    }

    @Test
    void tellsWhoWouldTakeTheSlotIfNobodyIsNamed() throws IOException {
        assertThat(of(examine(), "profiler slot"))
                .extracting(Finding::what)
                .first()
                .asString()
                .startsWith("free");

        library(LIBRARIES + "/libnccl-net.so", "ncclNet_v10 ncclProfiler_v4");
        assertThat(of(examine(), "profiler slot"))
                .extracting(Finding::what)
                .containsExactly("the network plugin " + LIBRARIES + "/libnccl-net.so brings a profiler of its own");

        library(LIBRARIES + "/libnccl-profiler.so", "ncclProfiler_v4");
        assertThat(of(examine(), "profiler slot")).extracting(Finding::level).containsExactly(Level.FAIL);
    }

    @Test
    void looksAtTheChainAndTheSwitch() throws IOException {
        library("/opt/other.so", "ncclProfiler_v5");
        environment.putAll(
                Map.of("NCCL_PROFILER_PLUGIN", OURS, "LOCKSTEP_CHAIN", "/opt/other.so", "LOCKSTEP_DISABLE", "1"));
        assertThat(of(examine(), "profiler slot"))
                .extracting(Finding::level)
                .containsExactly(Level.OK, Level.FAIL, Level.OK);

        environment.put("LOCKSTEP_CHAIN", OURS);
        assertThat(of(examine(), "profiler slot"))
                .last()
                .isEqualTo(Finding.fail(
                        "profiler slot", "LOCKSTEP_CHAIN=" + OURS + " is Lockstep itself", "name the other plugin"));
    }

    @Test
    void wantsADirectoryThatThePluginTrusts() throws IOException {
        environment.put("LOCKSTEP_DIR", "/lockstep");
        assertThat(rights()).extracting(Finding::remedy).isEqualTo("mkdir -m 0700 /lockstep");

        Path directory = Files.createDirectory(root.resolve("lockstep"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        assertThat(rights()).extracting(Finding::level).isEqualTo(Level.OK);

        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(rights()).extracting(Finding::remedy).isEqualTo("chmod o-w /lockstep");

        environment.put("LOCKSTEP_DIR", "/link");
        Files.createSymbolicLink(root.resolve("link"), directory);
        assertThat(rights()).extracting(Finding::level).isEqualTo(Level.FAIL);
    }

    @Test
    void countsTheProcessesThatRecord() throws IOException {
        Path directory = Files.createDirectories(root.resolve("dev/shm/lockstep-" + uid()));
        assertThat(of(examine(), "processes")).extracting(Finding::level).containsExactly(Level.NOTE);

        Files.writeString(directory.resolve("0-9-9-9-0.lockstep"), "x".repeat(8192));
        try (ShmWriter process =
                ShmWriter.create(directory.resolve("0-17-1-1-0.lockstep"), ProcessFacts.of(17), ShmCapacities.SMALL)) {
            process.communicator(CommunicatorSpec.of(1, 2, 0));

            assertThat(of(examine(), "processes")).hasSize(2).satisfies(findings -> {
                assertThat(findings.get(0).what()).startsWith("1 recorded with NCCL ");
                assertThat(findings.get(1).what()).endsWith("0-9-9-9-0.lockstep is no file of Lockstep");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, ok, OK, is well",
        "503, files was last read 60 s ago, FAIL, files was last read 60 s ago",
        "401, name and password, OK, wants a password",
        "404, nothing here, FAIL, no agent of Lockstep"
    })
    void asksTheAgent(int status, String body, Level level, String words) {
        answer("/healthz", status, body);

        assertThat(of(examine(), "agent")).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.what()).contains(words);
        });
    }

    @Test
    void saysThatTheAgentIsDown() {
        int port = server.getAddress().getPort();
        server.stop(0);

        assertThat(of(examine(), "agent")).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.what()).startsWith("http://127.0.0.1:" + port + " does not answer: ");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, up, '', OK, scrapes http://127.0.0.1",
        "127.0.0.1, down, connection refused, FAIL, connection refused",
        "some-other-node, up, '', FAIL, scrapes no agent of this node (1 others"
    })
    void asksPrometheus(String host, String health, String error, Level level, String words) {
        answer("/api/v1/targets", 200, """
            {"status":"success","data":{"activeTargets":[
            {"discoveredLabels":{"scrapeUrl":"x"},"labels":{"job":"other"},"scrapeUrl":"http://elsewhere:9100/metrics","health":"up"},
            {"labels":{},"scrapeUrl":"http://%s:%d/metrics","lastError":"%s","health":"%s","lastScrape":"2026-11-30T08:00:00Z"}
            ],"droppedTargets":[]}}
            """.formatted(host, server.getAddress().getPort(), error, health));

        assertThat(of(examine(), "prometheus")).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.what()).contains(words);
        });
    }

    @Test
    void saysThatItIsNoPrometheus() {
        answer("/api/v1/targets", 200, "<html>");
        assertThat(of(examine(), "prometheus")).extracting(Finding::level).containsExactly(Level.FAIL);
    }

    @Test
    void printsALineEachAndJson() {
        List<Finding> findings =
                List.of(Finding.ok("agent", "is well"), Finding.fail("profiler slot", "held by \"x\"", "set it\nfree"));
        StringWriter text = new StringWriter();
        DoctorReport.print(findings, new PrintWriter(text));

        assertThat(text.toString()).isEqualTo("""
            ok    agent          is well
            fail  profiler slot  held by "x" -> set it free
            1 failed, 0 warnings
            """);
        assertThat(DoctorReport.json(findings))
                .isEqualTo("{\"failed\":1,\"warnings\":0,\"findings\":["
                        + "{\"check\":\"agent\",\"level\":\"ok\",\"what\":\"is well\",\"remedy\":\"\"},"
                        + "{\"check\":\"profiler slot\",\"level\":\"fail\",\"what\":\"held by \\\"x\\\"\","
                        + "\"remedy\":\"set it\\nfree\"}]}");
    }

    private Finding rights() {
        return of(examine(), "directory").getFirst();
    }

    private List<Finding> examine() {
        return examine(Optional.empty());
    }

    private List<Finding> examine(Optional<Path> nccl) {
        URI here = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return Doctor.examine(
                new Surroundings(root, environment, uid()),
                new Doctor.Questions(nccl, here, Optional.of(here)),
                System::nanoTime);
    }

    private int uid() {
        try {
            return (Integer) Files.getAttribute(root, "unix:uid");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<Finding> of(List<Finding> findings, String check) {
        return findings.stream()
                .filter(finding -> finding.check().equals(check))
                .toList();
    }

    /// How much the machine of the test has free, and whether a Prometheus is played, is not its subject.
    private static List<Finding> withoutSpace(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.what().contains("MiB free"))
                .filter(finding -> !finding.check().equals("prometheus"))
                .toList();
    }

    private void library(String path, String content) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void answer(String path, int status, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
