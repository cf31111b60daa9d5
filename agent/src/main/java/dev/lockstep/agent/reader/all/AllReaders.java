// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.nccl.NcclFormat;
import dev.lockstep.agent.reader.process.ProcessFormat;
import dev.lockstep.agent.reader.stall.HorovodFormat;
import dev.lockstep.agent.reader.stall.JaxFormat;
import dev.lockstep.agent.reader.torch.TorchFormat;
import java.util.ArrayList;
import java.util.List;

/// Every format that is understood.
public final class AllReaders {
    private AllReaders() {}

    /// Readers of whole files; the first that recognises a file reads it.
    public static List<FileReader> ofFiles() {
        return DumpReaders.ofFiles();
    }

    /// Formats of lines that a job itself writes while it runs.
    static List<LineFormat> ofJobs() {
        return List.of(new NcclFormat(), new TorchFormat(), new HorovodFormat(), new JaxFormat(), new ProcessFormat());
    }

    /// Formats of lines; each sees every line of every other text.
    public static List<LineFormat> ofLines() {
        List<LineFormat> formats = new ArrayList<>(ofJobs());
        formats.addAll(DumpReaders.ofLines());
        return List.copyOf(formats);
    }
}
