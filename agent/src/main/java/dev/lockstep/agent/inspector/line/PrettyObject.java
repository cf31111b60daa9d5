// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import java.util.Arrays;

/// Collects an object that is printed over several lines, as the README shows it. It begins with a line that is `{`
/// alone and is complete when its braces close.
public final class PrettyObject {
    private byte[] bytes = new byte[1024];
    private int length;
    private int depth;

    /// Of no line yet.
    public PrettyObject() {}

    /// Adds a line; false if the object becomes longer than a line may be.
    public boolean add(byte[] line, int from, int to) {
        int needed = length + to - from + 1;
        if (needed > InspectorLimits.LINE_BYTES_MAX) {
            return false;
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        System.arraycopy(line, from, bytes, length, to - from);
        bytes[needed - 1] = '\n';
        length = needed;
        countBraces(line, from, to);
        return true;
    }

    private void countBraces(byte[] line, int from, int to) {
        boolean text = false;
        for (int i = from; i < to; i++) {
            byte b = line[i];
            if (text && b == '\\') {
                i++;
            } else if (b == '"') {
                text = !text;
            } else if (!text && b == '{') {
                depth++;
            } else if (!text && b == '}') {
                depth--;
            }
        }
    }

    public boolean isComplete() {
        return depth <= 0;
    }

    public byte[] bytes() {
        return bytes;
    }

    /// The length without the last line feed and a comma before it.
    public int length() {
        int end = length - 1;
        return end > 0 && bytes[end - 1] == ',' ? end - 1 : end;
    }
}
