// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.core.model.NcclFunction;
import java.util.Arrays;

/// NCCL's functions by name, for names that come a million times a second: those asked for last are found by one
/// comparison, most often of an object with itself.
final class FunctionNames {
    private static final int SLOTS = 32;

    private final String[] names = new String[SLOTS];
    private final NcclFunction[] functions = new NcclFunction[SLOTS];

    FunctionNames() {
        Arrays.fill(names, "");
        Arrays.fill(functions, NcclFunction.OTHER);
    }

    NcclFunction of(String name) {
        int hash = name.hashCode();
        int slot = (hash ^ (hash >>> 7)) & (SLOTS - 1);
        if (!names[slot].equals(name)) {
            names[slot] = name;
            functions[slot] = NcclFunction.of(name);
        }
        return functions[slot];
    }
}
