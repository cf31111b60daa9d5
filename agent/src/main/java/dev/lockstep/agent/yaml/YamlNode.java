// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.yaml;

import java.util.List;

/// A value of a YAML file with the line it begins on. Scalars stay the text that was written: what it means is for
/// the setting to say.
public sealed interface YamlNode {
    /// Counted from 1.
    int line();

    /// One text. What is written as nothing, `~` or `null` is empty.
    record Text(int line, String text) implements YamlNode {}

    /// A list.
    record Items(int line, List<YamlNode> items) implements YamlNode {
        public Items {
            items = List.copyOf(items);
        }
    }

    /// A mapping in the order of the file; no name occurs twice.
    record Fields(int line, List<Field> fields) implements YamlNode {
        public Fields {
            fields = List.copyOf(fields);
        }
    }

    /// One entry of a mapping.
    record Field(int line, String name, YamlNode value) {}
}
