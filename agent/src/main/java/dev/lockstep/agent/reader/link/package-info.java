// SPDX-License-Identifier: Apache-2.0
/// Counters of network ports as files, and as printed by ethtool, perfquery, ibqueryerrors and rdma.
@NullMarked
package dev.lockstep.agent.reader.link;

import org.jspecify.annotations.NullMarked;
