// SPDX-License-Identifier: Apache-2.0
/// Plays simulated jobs into the real plugin; the only module beside the agent's NVML that calls
/// native code.
module dev.lockstep.simulator {
    requires transitive dev.lockstep.core;
}
