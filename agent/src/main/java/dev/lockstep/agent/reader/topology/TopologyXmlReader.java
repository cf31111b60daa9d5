// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.topology;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.tree.Bytes;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the XML that NCCL writes with `NCCL_TOPO_DUMP_FILE`. GPUs and NICs of one machine are alike as a rule, so one
/// that has less than the others of its kind is remarkable: a slower or narrower PCIe link, fewer NVLinks, a slower
/// port,
/// no GPUDirect. Tags are read one by one, without entities or schemas, so there is nothing to expand or to fetch.
public final class TopologyXmlReader implements FileReader {
    private static final int DEVICES_MAX = 4096;
    private static final Pattern TAG =
            Pattern.compile("<(/?)(\\w{1,32})((?:\\s+[\\w:.-]{1,64}=\"[^\"<]{0,512}\")*)\\s*(/?)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w:.-]{1,64})=\"([^\"<]{0,512})\"");

    /// Stateless.
    public TopologyXmlReader() {}

    @Override
    public String format() {
        return "topo-xml";
    }

    @Override
    public boolean recognises(InputFile file) {
        String head = file.headText();
        return head.contains("<system") && (head.contains("<pci ") || head.contains("<cpu "));
    }

    /// What was read of one file.
    private static final class Topology {
        private final Map<String, Map<String, String>> gpus = new LinkedHashMap<>();
        private final Map<String, Map<String, String>> nets = new LinkedHashMap<>();
        private final List<Map<String, String>> path = new ArrayList<>();
        private boolean isClosed;
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Topology topology = new Topology();
        Matcher tag = TAG.matcher(Bytes.of(file).text());
        while (tag.find()) {
            tag(topology, tag);
        }
        Source source = new Source(file.name(), 1);
        if (!topology.isClosed) {
            out.accept(Clue.context(
                            Signal.TELEMETRY_MALFORMED,
                            Severity.INFO,
                            Subject.NONE,
                            source,
                            "the XML ends before </system>")
                    .of("file|" + file.name()));
        }
        List<Clue> odd = new ArrayList<>();
        for (String attribute : List.of("link_speed", "link_width", "nvlinks", "gdr")) {
            odd(topology.gpus, attribute, "GPU", source, odd);
        }
        for (String attribute : List.of("speed", "link_speed", "link_width", "gdr")) {
            odd(topology.nets, attribute, "NIC", source, odd);
        }
        odd.forEach(out);
        out.accept(Clue.context(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        Subject.NONE,
                        source,
                        "topology of " + topology.gpus.size() + " GPUs and " + topology.nets.size() + " network ports")
                .with("gpus", topology.gpus.size())
                .with("nets", topology.nets.keySet())
                .of("topology|" + file.name()));
    }

    private static void tag(Topology topology, Matcher tag) {
        String name = tag.group(2);
        if (!tag.group(1).isEmpty()) {
            topology.isClosed |= name.equals("system");
            if (!topology.path.isEmpty()) {
                topology.path.removeLast();
            }
            return;
        }
        Map<String, String> attributes = new HashMap<>();
        ATTRIBUTE.matcher(tag.group(3)).results().limit(32).forEach(one -> attributes.put(one.group(1), one.group(2)));
        attributes.put("tag", name);
        Map<String, String> pci = last(topology, "pci");
        if (name.equals("gpu") && topology.gpus.size() < DEVICES_MAX) {
            Map<String, String> gpu = new HashMap<>(attributes);
            link(pci, gpu);
            gpu.put("nvlinks", "0");
            topology.gpus.put(pci.getOrDefault("busid", "gpu" + topology.gpus.size()), gpu);
        } else if (name.equals("nvlink")) {
            Map<String, String> gpu = topology.gpus.getOrDefault(pci.getOrDefault("busid", ""), new HashMap<>());
            long count = Numbers.whole(attributes.getOrDefault("count", "1")).orElse(1)
                    + Numbers.whole(gpu.getOrDefault("nvlinks", "0")).orElse(0);
            gpu.put("nvlinks", Long.toString(count));
        } else if (name.equals("net") && topology.nets.size() < DEVICES_MAX) {
            Map<String, String> net = new HashMap<>(attributes);
            link(pci, net);
            topology.nets.put(attributes.getOrDefault("name", "net" + topology.nets.size()), net);
        }
        if (tag.group(4).isEmpty() && topology.path.size() < 64) {
            topology.path.add(attributes);
        }
    }

    private static void link(Map<String, String> pci, Map<String, String> device) {
        device.put("link_speed", pci.getOrDefault("link_speed", ""));
        device.put("link_width", pci.getOrDefault("link_width", ""));
    }

    private static Map<String, String> last(Topology topology, String name) {
        for (int i = topology.path.size() - 1; i >= 0; i--) {
            if (topology.path.get(i).getOrDefault("tag", "").equals(name)) {
                return topology.path.get(i);
            }
        }
        return Map.of();
    }

    /// Devices whose value is less than that of most.
    private static void odd(
            Map<String, Map<String, String>> devices, String attribute, String kind, Source source, List<Clue> out) {
        Map<String, Integer> counts = new TreeMap<>();
        devices.values().forEach(device -> counts.merge(device.getOrDefault(attribute, ""), 1, Integer::sum));
        String usual = counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
        if (counts.size() < 2 || counts.getOrDefault(usual, 0) * 2 <= devices.size()) {
            return;
        }
        devices.forEach((id, device) -> {
            String value = device.getOrDefault(attribute, "");
            if (number(value) < number(usual)) {

                Subject subject = kind.equals("GPU") ? Subject.NONE.withPci(id) : Subject.NONE.withDevice(id);
                String words = kind + " " + id + ": " + attribute + " is " + (value.isEmpty() ? "unknown" : value)
                        + ", of most others " + usual;
                out.add(Clue.root(signal(attribute), Severity.P2, subject, source, words)
                        .with("detail", words)
                        .of("topology|" + id + "|" + attribute));
            }
        });
    }

    private static Signal signal(String attribute) {
        return switch (attribute) {
            case "nvlinks" -> Signal.GPU_NVLINK;
            case "gdr" -> Signal.NET_CONFIG;
            default -> Signal.NET_SLOW;
        };
    }

    private static double number(String text) {
        String first = text.strip().split(" ", 2)[0];
        return Numbers.real(first).orElse(-1);
    }
}
