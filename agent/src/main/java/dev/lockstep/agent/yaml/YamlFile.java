// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.yaml;

import dev.lockstep.agent.yaml.YamlNode.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// Reads one file whose top is a mapping. Everything about it is bounded: bytes, depth, no aliases, no tags.
public final class YamlFile {
    /// A larger file is refused: it holds settings, and at most certificates.
    public static final int FILE_BYTES_MAX = 256 * 1024;

    private YamlFile() {}

    /// The mapping at the top of the file. What is wrong with it goes to `problems`, one line each, and leaves the
    /// mapping without it.
    public static Fields read(Path file, List<String> problems) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(FILE_BYTES_MAX + 1);
            if (bytes.length > FILE_BYTES_MAX) {
                problems.add(file + " has more than " + FILE_BYTES_MAX + " bytes: keep nothing but settings in it");
                return new Fields(1, List.of());
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new YamlReader(file.toString(), problems).read(text);
        } catch (NoSuchFileException missing) {
            problems.add(file + " does not exist: make it or name another file");
        } catch (CharacterCodingException notUtf8) {
            problems.add(file + " is not UTF-8: save it as that");
        } catch (IOException unreadable) {
            problems.add(file + " cannot be read, make it readable for this user: " + unreadable.getMessage());
        }
        return new Fields(1, List.of());
    }
}
