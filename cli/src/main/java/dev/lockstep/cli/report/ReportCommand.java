// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.server.history.AnsweredHistory;
import dev.lockstep.server.history.BrainHistory;
import dev.lockstep.server.history.StoredHistory;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep report`: what happened in some days, from the store of a brain or from a running one. docs/report.md shows
/// what it prints.
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Tells of some days: nodes and links that degrade, GPU hours lost by cause, incidents, jobs.",
        footer = {
            "",
            "The store is read while its brain runs, and nothing in it changes. docs/report.md says how to read what is",
            "shown."
        })
public final class ReportCommand implements Callable<Integer> {
    private static final Pattern SINCE = Pattern.compile("(\\d{1,5})([hd])");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int INCIDENTS_MAX = 10_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Option(names = "--since", paramLabel = "TIME", description = "How far back, as 12h or 7d (default: 7d).")
    private String since = "7d";

    @Option(names = "--store", paramLabel = "DIR", description = "The brain's --store-dir.")
    private @Nullable Path store;

    @Option(names = "--brain", paramLabel = "URL", description = "A running brain instead: incidents only.")
    private @Nullable URI brain;

    @Option(names = "--json", description = "Print everything as one JSON object.")
    private boolean isJson;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write one page, which loads nothing.")
    private @Nullable Path page;

    /// Ready to be given to picocli.
    public ReportCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Instant until = SystemClock.wall().instant().truncatedTo(ChronoUnit.SECONDS);
        Instant from = until.minus(howFarBack());
        Digest digest = Digester.of(history(from), from, until);
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            DigestJson.write(digest, out);
        } else {
            DigestText.of(digest).forEach(out::println);
        }
        out.flush();
        Path file = page;
        if (file != null) {
            Files.writeString(file, DigestPage.of(digest));
            spec.commandLine().getErr().println("lockstep report: wrote " + file);
        }
        return ExitCode.OK;
    }

    private Duration howFarBack() {
        Matcher time = SINCE.matcher(since);
        if (!time.matches()) {
            throw new InvalidConfigException(List.of("--since must be a time like 12h or 7d: " + since));
        }
        long count = Long.parseLong(time.group(1));
        return time.group(2).equals("h") ? Duration.ofHours(count) : Duration.ofDays(count);
    }

    private BrainHistory history(Instant from) throws IOException, InterruptedException {
        Path folder = store;
        URI url = brain;
        if ((folder == null) == (url == null)) {
            throw new InvalidConfigException(
                    List.of("give either --store DIR, the brain's --store-dir, or --brain URL of a running one"));
        }
        if (url != null) {
            return AnsweredHistory.of(answer(url, from));
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new InvalidConfigException(List.of(folder + " is no folder: give the brain's --store-dir"));
        }
        return StoredHistory.read(folder, from);
    }

    private static byte[] answer(URI url, Instant from) throws IOException, InterruptedException {
        String time = URLEncoder.encode(from.toString(), StandardCharsets.UTF_8);
        URI incidents = url.resolve("/api/v1/incidents?limit=" + INCIDENTS_MAX + "&since=" + time);
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(incidents).timeout(PATIENCE).build(), BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IOException(incidents + " answered " + answer.statusCode() + ": is it a brain?");
            }
            return answer.body();
        }
    }
}
