// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

/// Who holds a network edge up, by where its steps wait.
public enum Holder {
    /// A GPU: data are not made for one side and not taken from the other.
    GPU("a GPU"),
    /// The way between the two NICs: data were handed over and are not confirmed.
    WIRE("the wire"),
    /// The receiver's host: the sender finds no room there, and not because of the receiver's GPU.
    RECEIVER("the receiver's host");

    private final String words;

    Holder(String words) {
        this.words = words;
    }

    /// Its name in a sentence.
    public String words() {
        return words;
    }
}
