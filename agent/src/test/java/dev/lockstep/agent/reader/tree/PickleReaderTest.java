// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pickles of plain values, written here opcode by opcode, and pickles that are programs.
class PickleReaderTest {
    private static byte[] bytes(Object... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object part : parts) {
            if (part instanceof Integer number) {
                out.write(number);
            } else {
                out.writeBytes(part.toString().getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return out.toByteArray();
    }

    private static Node value(Object... parts) {
        return ((Pickle.Read) PickleReader.read(bytes(parts))).value();
    }

    @Test
    void readsPlainValues() {
        Node node = value(
                0x80, 2, "}q", 0, "(X", 1, 0, 0, 0, "aK", 7, "X", 1, 0, 0, 0, "b]q", 1, "(M", 0x34, 0x12, "J", 0xfe,
                0xff, 0xff, 0xff, 0x8a, 2, 0xff, 0x7f, 0x88, "NG", 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, "e", "X", 1, 0, 0, 0,
                "c", "K", 1, "K", 2, 0x86, "u.");

        assertThat(node.rendered()).isEqualTo("{a: 7, b: [4660, -2, 32767, true, null, 1.5], c: [1, 2]}");
    }

    @Test
    void readsProtocolZero() {
        assertThat(value("(dp0\nS'a'\np1\nI5\nsS'b'\np2\n(lp3\nL12L\naI01\nas.").rendered())
                .isEqualTo("{a: 5, b: [12, true]}");
    }

    @Test
    void readsFramesAndMemoOfProtocolFour() {
        assertThat(value(0x80, 4, 0x95, 20, 0, 0, 0, 0, 0, 0, 0, "]", 0x94, "(", 0x8c, 2, "hi", 0x94, "h", 1, "e.")
                        .rendered())
                .isEqualTo("[hi, hi]");
    }

    @ParameterizedTest
    @CsvSource({"c,GLOBAL", "R,REDUCE", "b,BUILD", "i,INST", "o,OBJ", "P,PERSID", "Q,BINPERSID"})
    void refusesOpcodesThatRunCode(String opcode, String name) {
        assertThat(PickleReader.read(
                        bytes(0x80, 2, "cos\nsystem\n".startsWith(opcode) ? "cos\nsystem\n." : opcode + "x\ny\n.")))
                .isEqualTo(new Pickle.Refused(name));
    }

    @Test
    void refusesTheStackGlobalOfNewerProtocols() {
        assertThat(PickleReader.read(bytes(0x80, 4, 0x8c, 2, "os", 0x8c, 6, "system", 0x93, ".")))
                .isEqualTo(new Pickle.Refused("STACK_GLOBAL"));
    }

    @Test
    void saysWhereADamagedPickleEnds() {
        Pickle pickle = PickleReader.read(bytes(0x80, 2, "}(X", 1, 0, 0, 0, "aK", 7, "uX", 200, 0, 0, 0, "b"));

        assertThat(pickle).isInstanceOf(Pickle.Broken.class);
        assertThat(((Pickle.Broken) pickle).partial().rendered()).isEqualTo("{a: 7}");
    }

    @Test
    void bearsAListThatHoldsItself() {
        assertThat(value("]q", 0, "h", 0, "a.").rendered()).startsWith("[[[[");
    }
}
