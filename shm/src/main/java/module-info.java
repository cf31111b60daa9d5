// SPDX-License-Identifier: Apache-2.0
/// Reads and writes the shared-memory file of the plugin.
module dev.lockstep.shm {
    requires transitive dev.lockstep.core;

    exports dev.lockstep.shm;
    exports dev.lockstep.shm.identity;
    exports dev.lockstep.shm.reader;
    exports dev.lockstep.shm.ring;
    exports dev.lockstep.shm.writer;
}
