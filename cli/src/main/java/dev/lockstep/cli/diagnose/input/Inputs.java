// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the inputs: files, all files of folders and archives, standard input for `-`; unpacks gzip and zstd by its
/// first bytes.
public final class Inputs {
    /// Most files of one run; more are counted.
    public static final int FILES_MAX = 100_000;

    private static final int GZIP = 0x1f8b;
    private static final Pattern PACKED = Pattern.compile("\\.(?:gz|zst)$");

    private final List<Path> files = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<ReaderNote> notes = new ArrayList<>();
    private long beyondLimit;

    private Inputs() {}

    /// The files of these paths that the predicate keeps, in the order of their names.
    ///
    /// @throws IOException if a path cannot be read
    public static Inputs of(List<Path> paths, Predicate<Path> keep) throws IOException {
        Inputs inputs = new Inputs();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                inputs.addAll(path, keep);
            } else {
                inputs.add(path, name(path));
            }
        }
        return inputs;
    }

    private static String name(Path path) {
        if (path.isAbsolute()) {
            Path file = path.getFileName();
            return file == null ? path.toString() : file.toString();
        }
        return path.toString();
    }

    /// Standard input, kept in a file for the time of the run, since it is read twice.
    ///
    /// @throws IOException if it cannot be read or kept
    public static Path standardInput(InputStream in) throws IOException {
        Path kept = Files.createTempFile("lockstep-diagnose", ".in");
        kept.toFile().deleteOnExit();
        Files.copy(in, kept, StandardCopyOption.REPLACE_EXISTING);
        return kept;
    }

    private void addAll(Path folder, Predicate<Path> keep) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> found =
                    tree.filter(Files::isRegularFile).filter(keep).sorted().toList();
            for (Path file : found) {
                add(file, folder.relativize(file).toString().replace('\\', '/'));
            }
        }
    }

    private void add(Path file, String name) {
        if (!isUnpacked(file, name)) {
            addFile(file, name);
        }
    }

    /// Whether it was an archive, whose members were added in its place. One that cannot be read is left to the reader.
    private boolean isUnpacked(Path file, String name) {
        try {
            byte[] head = Archive.head(file);
            if (!Archive.isOne(head)) {
                return false;
            }
            Archive archive = Archive.unpack(file, head);
            archive.members().forEach(member -> addFile(member.file(), name + "/" + member.name()));
            if (archive.left() > 0) {
                notes.add(new ReaderNote(
                        Source.of(name), ReaderNote.Kind.OVER_LIMIT, Map.of("archive members", archive.left())));
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void addFile(Path file, String name) {
        if (files.size() < FILES_MAX) {
            files.add(file);
            names.add(name);
        } else {
            beyondLimit++;
        }
    }

    /// How many files there are.
    public int size() {
        return files.size();
    }

    /// Files that were not looked at.
    public long beyondLimit() {
        return beyondLimit;
    }

    /// What of archives was left out.
    List<ReaderNote> notes() {
        return List.copyOf(notes);
    }

    /// The name of one of them, as it will be shown.
    public String name(int index) {
        return names.get(index);
    }

    /// One of them, opened.
    ///
    /// @throws IOException if it cannot be read
    public InputFile open(int index) throws IOException {
        Path file = files.get(index);
        String name = names.get(index);
        int magic = magic(file);
        boolean isPacked = magic == Zstd.MAGIC || magic >>> 16 == GZIP;
        return InputFile.of(isPacked ? PACKED.matcher(name).replaceFirst("") : name, () -> Archive.plain(file));
    }

    /// The first four bytes, the first of them on the left; what is missing is 0.
    private static int magic(Path file) throws IOException {
        try (InputStream raw = Files.newInputStream(file)) {
            return ByteBuffer.wrap(Arrays.copyOf(raw.readNBytes(Integer.BYTES), Integer.BYTES))
                    .getInt();
        }
    }
}
