// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/// A scrape of somebody who serves `/metrics`.
record Metrics(List<String> lines) {
    static Metrics of(URI server) {
        return new Metrics(Web.get(server.resolve("/metrics")).lines().toList());
    }

    /// The sum of a metric's samples that have all of these labels, written as `name="value"`; 0 without any.
    double sum(String name, String... labels) {
        return samples(name)
                .filter(line -> Stream.of(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private Stream<String> samples(String name) {
        return lines.stream().filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "));
    }
}
