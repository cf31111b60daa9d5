// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.bench.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a Prometheus says of itself under /metrics, and the answers of expressions that have one number.
final class ServerMetrics {
    private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern ANSWER = Pattern.compile("\"value\":\\[[^,]+,\"([^\"]+)\"\\]");

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI server;

    /// One series and its value.
    record Sample(String name, String labels, double value) {
        String label(String label) {
            Matcher matcher = Pattern.compile(label + "=\"([^\"]*)\"").matcher(labels);
            return matcher.find() ? matcher.group(1) : "";
        }
    }

    ServerMetrics(URI server) {
        this.server = server;
    }

    double query(String expression) throws IOException, InterruptedException {
        String answer = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        Matcher matcher = ANSWER.matcher(answer);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    double value(String name) throws IOException, InterruptedException {
        return all(name).getFirst().value();
    }

    double value(String name, String ruleGroup) throws IOException, InterruptedException {
        return all(name).stream()
                .filter(sample -> sample.label("rule_group").equals(ruleGroup))
                .findFirst()
                .orElseThrow()
                .value();
    }

    double sum(String name) throws IOException, InterruptedException {
        return all(name).stream().mapToDouble(Sample::value).sum();
    }

    List<Sample> all(String name) throws IOException, InterruptedException {
        return get("/metrics")
                .lines()
                .map(LINE::matcher)
                .filter(line -> line.matches() && line.group(1).equals(name))
                .map(line ->
                        new Sample(name, line.group(2) == null ? "" : line.group(2), Double.parseDouble(line.group(3))))
                .toList();
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofMinutes(1))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + answer.statusCode());
        }
        return answer.body();
    }
}
