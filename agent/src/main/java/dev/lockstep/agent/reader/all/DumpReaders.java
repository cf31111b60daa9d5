// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.bench.BenchFormat;
import dev.lockstep.agent.reader.bench.BenchJsonReader;
import dev.lockstep.agent.reader.dcgm.DcgmReader;
import dev.lockstep.agent.reader.dcgm.SmiFormat;
import dev.lockstep.agent.reader.flight.FlightDumpReader;
import dev.lockstep.agent.reader.flight.FlightTextFormat;
import dev.lockstep.agent.reader.inspector.InspectorJsonReader;
import dev.lockstep.agent.reader.inspector.InspectorPromReader;
import dev.lockstep.agent.reader.kernel.KernelFormat;
import dev.lockstep.agent.reader.link.CounterFileReader;
import dev.lockstep.agent.reader.link.LinkTextFormat;
import dev.lockstep.agent.reader.own.FlightRecordReader;
import dev.lockstep.agent.reader.own.IncidentReader;
import dev.lockstep.agent.reader.ras.RasJsonReader;
import dev.lockstep.agent.reader.ras.RasTextFormat;
import dev.lockstep.agent.reader.slurm.SlurmFormat;
import dev.lockstep.agent.reader.topology.TopologyFormat;
import dev.lockstep.agent.reader.topology.TopologyXmlReader;
import java.util.List;

/// Formats that are not logs of NCCL or a framework: dumps, tables, counters, lists.
final class DumpReaders {
    private DumpReaders() {}

    static List<FileReader> ofFiles() {
        return List.of(
                new FlightRecordReader(),
                new CounterFileReader(),
                new FlightDumpReader(),
                new IncidentReader(),
                new RasJsonReader(),
                new InspectorJsonReader(),
                new BenchJsonReader(),
                new TopologyXmlReader(),
                new InspectorPromReader(),
                new DcgmReader());
    }

    static List<LineFormat> ofLines() {
        return List.of(
                new FlightTextFormat(),
                new RasTextFormat(),
                new KernelFormat(),
                new SmiFormat(),
                new LinkTextFormat(),
                new BenchFormat(),
                new SlurmFormat(),
                new TopologyFormat());
    }
}
