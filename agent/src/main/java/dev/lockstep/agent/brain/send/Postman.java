// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

/// Brings a batch to one brain and waits for the answer. It never throws for what the world does to it.
@FunctionalInterface
public interface Postman {
    /// Brings it.
    Answer post(byte[] batch);
}
