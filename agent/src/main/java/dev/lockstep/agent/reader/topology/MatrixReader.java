// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.topology;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Reads the table of `nvidia-smi topo -m`. Where GPUs are joined by NVLink, one that has fewer links than most, or
/// none, is told.
///
/// ```
///         GPU0    GPU1    NIC0    CPU Affinity
/// GPU0     X      NV12    PXB     0-31
/// ```
final class MatrixReader implements LineReader {
    private static final int GPUS_MAX = 64;
    private static final Pattern HEAD = Pattern.compile("\\s*GPU0\\s+GPU1\\b.*");
    private static final Pattern BLANK = Pattern.compile("\\s+");
    private static final Pattern NAME = Pattern.compile("(?:GPU|NIC|mlx)\\w{1,12}");

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, List<String>> rows = new TreeMap<>();
    private long head;
    private int gpus;
    private boolean isOpen;

    MatrixReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void line(Line line) {
        String text = line.text();
        if (HEAD.matcher(text).matches()) {
            end();
            isOpen = true;
            head = line.number();
            gpus = (int) BLANK.splitAsStream(text.strip())
                    .filter(word -> word.startsWith("GPU"))
                    .takeWhile(word -> word.length() < 6 && !word.equals("GPU"))
                    .count();
            return;
        }
        if (!isOpen) {
            return;
        }
        List<String> cells = List.of(BLANK.split(text.strip()));
        if (!NAME.matcher(cells.getFirst()).matches()) {
            isOpen = false;
        } else if (cells.getFirst().startsWith("GPU") && cells.size() > gpus && rows.size() < GPUS_MAX) {
            rows.put(cells.getFirst(), cells.subList(1, 1 + gpus));
        }
    }

    /// Links of NVLink that a GPU has to the others of the table.
    private static int links(List<String> cells) {
        return cells.stream()
                .filter(cell -> cell.matches("NV\\d{1,3}"))
                .mapToInt(cell -> Integer.parseInt(cell.substring(2)))
                .sum();
    }

    @Override
    public void end() {
        isOpen = false;
        if (rows.isEmpty()) {
            return;
        }
        List<Integer> counts =
                rows.values().stream().map(MatrixReader::links).sorted().toList();
        int usual = counts.get(counts.size() / 2);
        List<String> fewer = new ArrayList<>();
        rows.forEach((gpu, cells) -> {
            if (links(cells) < usual) {
                fewer.add(gpu);
            }
        });
        Source source = new Source(file, head);
        String words = rows.size() + " GPUs, each with " + usual + " links of NVLink to the others";
        if (fewer.size() == 1) {
            Clue clue = Clue.root(
                    Signal.GPU_NVLINK, Severity.P2, subject(fewer.getFirst()), source, fewer.getFirst() + " has fewer");
            out.accept(clue.with("detail", fewer.getFirst() + " has fewer links of NVLink than the others: " + usual)
                    .with("advise", "nvidia-smi nvlink -s on the host; dmesg | grep -i nvlink")
                    .of("nvlink-topology|" + fewer.getFirst()));
        }
        out.accept(Clue.context(Signal.INFO_PARSED, Severity.INFO, Subject.NONE, source, words)
                .with("gpus", rows.size())
                .with("links", usual)
                .of("topology-matrix|" + file));
        rows.clear();
    }

    private static Subject subject(String gpu) {
        String digits = gpu.substring(3);
        return digits.matches("\\d{1,3}") ? Subject.NONE.withGpu(Integer.parseInt(digits)) : Subject.NONE;
    }
}
