// SPDX-License-Identifier: Apache-2.0
/// Plays simulated jobs into the real plugin; the only module beside the agent's NVML that calls
/// native code.
module dev.lockstep.simulator {
    requires static org.jspecify;
    requires transitive dev.lockstep.core;
    requires jdk.httpserver;
    requires tools.jackson.core;

    exports dev.lockstep.simulator.adverse;
    exports dev.lockstep.simulator.cost;
    exports dev.lockstep.simulator.dcgm;
    exports dev.lockstep.simulator.feed;
    exports dev.lockstep.simulator.hardware;
    exports dev.lockstep.simulator.logs;
    exports dev.lockstep.simulator.nccl;
    exports dev.lockstep.simulator.program;
    exports dev.lockstep.simulator.random;
    exports dev.lockstep.simulator.run;
    exports dev.lockstep.simulator.scenario;
    exports dev.lockstep.simulator.timeline;
    exports dev.lockstep.simulator.topology;
}
