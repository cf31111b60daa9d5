// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.simulator.feed.FeedSettings;
import dev.lockstep.simulator.scenario.Scenario;

/// One life of the case's job.
public record Life(Scenario scenario, FeedSettings settings) {}
