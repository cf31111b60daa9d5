// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import dev.lockstep.cli.text.PrometheusDuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// Writes groups in the format of Prometheus' rule files. Texts of several lines become blocks, so that an expression
/// reads in the file as it does in the code.
final class RuleYaml {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setIndent(2)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setSplitLines(false)
            .build();

    private RuleYaml() {}

    static String text(List<RuleGroup> groups) {
        StringBuilder text = new StringBuilder();
        Node top = mapping(List.of(
                field("groups", sequence(groups.stream().map(RuleYaml::group).toList()))));
        new Dump(SETTINGS).dumpNode(top, new TextWriter(text));
        return text.toString();
    }

    private static Node group(RuleGroup group) {
        return mapping(List.of(
                field("name", scalar(group.name())),
                field("interval", scalar(PrometheusDuration.text(group.interval()))),
                field(
                        "rules",
                        sequence(group.rules().stream().map(RuleYaml::rule).toList()))));
    }

    private static Node rule(Rule rule) {
        return switch (rule) {
            case RecordingRule recording ->
                mapping(List.of(
                        field("record", scalar(recording.name())), field("expr", scalar(recording.expression()))));
            case AlertRule alert -> alert(alert);
        };
    }

    private static Node alert(AlertRule alert) {
        List<NodeTuple> fields = new ArrayList<>();
        fields.add(field("alert", scalar(alert.name())));
        fields.add(field("expr", scalar(alert.expression())));
        if (!alert.holds().isZero()) {
            fields.add(field("for", scalar(PrometheusDuration.text(alert.holds()))));
        }
        if (!alert.labels().isEmpty()) {
            fields.add(field("labels", texts(alert.labels())));
        }
        if (!alert.annotations().isEmpty()) {
            fields.add(field("annotations", texts(alert.annotations())));
        }
        return mapping(fields);
    }

    private static Node texts(Map<String, String> texts) {
        return mapping(texts.entrySet().stream()
                .map(entry -> field(entry.getKey(), scalar(entry.getValue())))
                .toList());
    }

    private static NodeTuple field(String name, Node value) {
        return new NodeTuple(scalar(name), value);
    }

    private static Node mapping(List<NodeTuple> fields) {
        return new MappingNode(Tag.MAP, fields, FlowStyle.BLOCK);
    }

    private static Node sequence(List<Node> items) {
        return new SequenceNode(Tag.SEQ, items, FlowStyle.BLOCK);
    }

    private static Node scalar(String text) {
        ScalarStyle style = text.contains("\n") ? ScalarStyle.LITERAL : ScalarStyle.PLAIN;
        return new ScalarNode(Tag.STR, text, style);
    }

    private record TextWriter(StringBuilder text) implements StreamDataWriter {
        @Override
        public void write(String more) {
            text.append(more);
        }

        @Override
        public void write(String more, int start, int length) {
            text.append(more, start, start + length);
        }
    }
}
