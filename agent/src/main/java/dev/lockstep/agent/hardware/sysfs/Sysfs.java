// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.sysfs;

import dev.lockstep.agent.reader.tree.Numbers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Reads files of sysfs. What is not there, not readable or not of its form is absent: drivers differ, and reading some
/// files fails while a port is down.
public final class Sysfs {
    /// Bytes of a file that are read.
    static final int FILE_BYTES_MAX = 4096;

    private static final Pattern PCI_ADDRESS = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-9a-f]");

    private Sysfs() {}

    /// The file's text without blanks around it; absent if there is none.
    public static Optional<String> text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(FILE_BYTES_MAX), StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    /// The number in the file, if it is one and not below 0: -1 stands for unknown.
    public static OptionalLong number(Path file) {
        OptionalLong number = text(file).map(Numbers::whole).orElse(OptionalLong.empty());
        return number.isPresent() && number.getAsLong() >= 0 ? number : OptionalLong.empty();
    }

    /// What lies in the folder, `most` at most, in the order of names.
    public static List<Path> entries(Path folder, int most) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path entry : found) {
                if (entries.size() == most) {
                    break;
                }
                entries.add(entry);
            }
        } catch (IOException | DirectoryIteratorException notThere) {
            return List.of();
        }
        return entries.stream().sorted().toList();
    }

    /// Where a link leads in the end.
    public static Optional<Path> target(Path link) {
        try {
            return Optional.of(link.toRealPath());
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    /// The last name of where a link leads: the driver of `device/driver`.
    public static Optional<String> targetName(Path link) {
        return target(link).map(path -> path.getFileName().toString());
    }

    /// The PCI address of the device that a link leads to; absent where it is on another bus, as virtio.
    public static Optional<String> pciAddress(Path link) {
        return targetName(link).filter(name -> PCI_ADDRESS.matcher(name).matches());
    }
}
