// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads pickles of plain values: none, truths, numbers, texts, bytes, lists, tuples, sets and dictionaries, of the
/// protocols 0 to 5. Opcodes that import, call or build (`GLOBAL`, `REDUCE`, `BUILD` and their kin) are refused: a
/// pickle of others is a program, and this reader has no way to run one.
///
/// Memory is bounded by the length of the input: each opcode adds at most one value.
public final class PickleReader {
    private static final int VALUES_MAX = 8_000_000;
    private static final int MEMO_MAX = 2_000_000;
    private static final int TEXT_BYTES_MAX = 1024 * 1024;

    /// Thrown and caught inside this class only.
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stop(String reason) {
            super(reason, null, false, false);
        }
    }

    private final byte[] bytes;
    private int at;
    private final List<Node> stack = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();
    private final Map<Integer, Node> memo = new LinkedHashMap<>();
    private int values;

    private PickleReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Reads the pickle's value.
    public static Pickle read(byte[] bytes) {
        return new PickleReader(bytes).read();
    }

    private Pickle read() {
        try {
            while (true) {
                int opcode = take();
                if (opcode == '.') {
                    return stack.isEmpty() ? broken("nothing on the stack") : new Pickle.Read(stack.getLast());
                }
                String refused = refused(opcode);
                if (!refused.isEmpty()) {
                    return new Pickle.Refused(refused);
                }
                if (!scalar(opcode) && !text(opcode) && !structure(opcode) && !memo(opcode)) {
                    return broken("byte 0x" + Integer.toHexString(opcode) + " at " + (at - 1) + " is no opcode");
                }
            }
        } catch (Stop stop) {
            return broken(String.valueOf(stop.getMessage()));
        }
    }

    private Pickle broken(String reason) {
        return new Pickle.Broken(reason, stack.isEmpty() ? Node.nothing() : stack.getFirst());
    }

    /// Name of an opcode that imports, calls, builds or looks outside; empty for all others.
    private static String refused(int opcode) {
        return switch (opcode) {
            case 'c' -> "GLOBAL";
            case 0x93 -> "STACK_GLOBAL";
            case 'R' -> "REDUCE";
            case 'b' -> "BUILD";
            case 'i' -> "INST";
            case 'o' -> "OBJ";
            case 0x81 -> "NEWOBJ";
            case 0x92 -> "NEWOBJ_EX";
            case 'P' -> "PERSID";
            case 'Q' -> "BINPERSID";
            case 0x82, 0x83, 0x84 -> "EXT";
            case 0x97 -> "NEXT_BUFFER";
            case 0x98 -> "READONLY_BUFFER";
            default -> "";
        };
    }

    private boolean scalar(int opcode) {
        switch (opcode) {
            case 0x80 -> take();
            case 0x95 -> skip(8);
            case 'N' -> push(Node.nothing());
            case 0x88 -> push(new Node.Truth(true));
            case 0x89 -> push(new Node.Truth(false));
            case 'J' -> push(new Node.Whole((int) little(4)));
            case 'K' -> push(new Node.Whole(little(1)));
            case 'M' -> push(new Node.Whole(little(2)));
            case 0x8a -> push(longOf(take()));
            case 0x8b -> push(longOf(length(4)));
            case 'I', 'L' -> push(decimal(line()));
            case 'F' -> push(new Node.Real(Numbers.real(line()).orElse(Double.NaN)));
            case 'G' -> push(new Node.Real(Double.longBitsToDouble(Long.reverseBytes(little(8)))));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Node decimal(String line) {
        if (line.equals("00") || line.equals("01")) {
            return new Node.Truth(line.equals("01"));
        }
        String digits = line.endsWith("L") ? line.substring(0, line.length() - 1) : line;
        var whole = Numbers.whole(digits);
        return whole.isPresent()
                ? new Node.Whole(whole.getAsLong())
                : new Node.Real(Numbers.real(digits).orElse(Double.NaN));
    }

    /// A number of any length, little-endian in two's complement; over 64 bits it loses its low digits.
    private Node longOf(int length) {
        int begin = advance(length);
        if (length == 0) {
            return new Node.Whole(0);
        }
        if (length <= 8) {
            long value = bytes[begin + length - 1] < 0 ? -1 : 0;
            for (int i = length - 1; i >= 0; i--) {
                value = (value << 8) | (bytes[begin + i] & 0xff);
            }
            return new Node.Whole(value);
        }
        double value = bytes[begin + length - 1] < 0 ? -1 : 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value * 256 + (bytes[begin + i] & 0xff);
        }
        return new Node.Real(value);
    }

    private boolean text(int opcode) {
        switch (opcode) {
            case 'X', 'B' -> pushText(length(4), opcode == 'X');
            case 0x8c, 'C' -> pushText(take(), opcode == 0x8c);
            case 0x8d, 0x8e, 0x96 -> pushText(length(8), opcode == 0x8d);
            case 'T' -> pushText(length(4), true);
            case 'U' -> pushText(take(), true);
            case 'S', 'V' -> push(new Node.Text(unquoted(line())));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void pushText(int length, boolean isUnicode) {
        int begin = advance(length);
        int kept = Math.min(length, TEXT_BYTES_MAX);
        push(new Node.Text(
                new String(bytes, begin, kept, isUnicode ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1)));
    }

    private static String unquoted(String line) {
        boolean isQuoted = line.length() >= 2 && (line.startsWith("'") || line.startsWith("\""));
        return isQuoted ? line.substring(1, line.length() - 1) : line;
    }

    private boolean structure(int opcode) {
        switch (opcode) {
            case '(' -> marks.add(stack.size());
            case '0' -> pop();
            case '1' -> aboveMark();
            case '2' -> push(top());
            case ']', ')', 0x8f -> push(new Node.Items(new ArrayList<>()));
            case '}' -> push(new Node.Fields(new LinkedHashMap<>()));
            case 'l', 't', 0x91 -> push(new Node.Items(aboveMark()));
            case 'd' -> push(dictionary(aboveMark()));
            case 0x85, 0x86, 0x87 -> tuple(opcode - 0x84);
            case 'a' -> append(List.of(pop()));
            case 'e', 0x90 -> append(aboveMark());
            case 's' -> setItems(pair());
            case 'u' -> setItems(aboveMark());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void tuple(int size) {
        List<Node> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.addFirst(pop());
        }
        push(new Node.Items(items));
    }

    private List<Node> pair() {
        Node value = pop();
        return List.of(pop(), value);
    }

    private void append(List<Node> items) {
        if (!(top() instanceof Node.Items list)) {
            throw new Stop("something is appended to what is no list");
        }
        try {
            list.values().addAll(items);
        } catch (UnsupportedOperationException e) {
            throw new Stop("something is appended to what is no list");
        }
    }

    private void setItems(List<Node> items) {
        if (!(top() instanceof Node.Fields fields)) {
            throw new Stop("an item is set in what is no dictionary");
        }
        for (int i = 0; i + 1 < items.size(); i += 2) {
            fields.values().put(key(items.get(i)), items.get(i + 1));
        }
    }

    private static Node dictionary(List<Node> items) {
        Map<String, Node> fields = new LinkedHashMap<>();
        for (int i = 0; i + 1 < items.size(); i += 2) {
            fields.put(key(items.get(i)), items.get(i + 1));
        }
        return new Node.Fields(fields);
    }

    private static String key(Node node) {
        return node instanceof Node.Items ? node.rendered() : node.text();
    }

    private boolean memo(int opcode) {
        switch (opcode) {
            case 'p' -> remember((int) Numbers.whole(line()).orElse(-1));
            case 'q' -> remember(take());
            case 'r' -> remember(length(4));
            case 0x94 -> remember(memo.size());
            case 'g' -> recall((int) Numbers.whole(line()).orElse(-1));
            case 'h' -> recall(take());
            case 'j' -> recall(length(4));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void remember(int index) {
        if (memo.size() >= MEMO_MAX) {
            throw new Stop("more than " + MEMO_MAX + " values are remembered");
        }
        memo.put(index, top());
    }

    private void recall(int index) {
        Node node = memo.get(index);
        if (node == null) {
            throw new Stop("a value is used that was never there");
        }
        push(node);
    }

    private void push(Node node) {
        if (++values > VALUES_MAX) {
            throw new Stop("more than " + VALUES_MAX + " values");
        }
        stack.add(node);
    }

    private Node top() {
        if (stack.isEmpty()) {
            throw new Stop("the stack is empty");
        }
        return stack.getLast();
    }

    private Node pop() {
        Node node = top();
        stack.removeLast();
        return node;
    }

    private List<Node> aboveMark() {
        if (marks.isEmpty()) {
            throw new Stop("a mark is missing");
        }
        int mark = Math.min(marks.removeLast(), stack.size());
        List<Node> above = stack.subList(mark, stack.size());
        List<Node> items = new ArrayList<>(above);
        above.clear();
        return items;
    }

    private int take() {
        return bytes[advance(1)] & 0xff;
    }

    private void skip(int count) {
        advance(count);
    }

    /// Steps over that many bytes and returns where they begin.
    private int advance(int count) {
        if (count < 0 || count > bytes.length - at) {
            throw new Stop("it ends at byte " + bytes.length);
        }
        int begin = at;
        at += count;
        return begin;
    }

    private long little(int count) {
        int begin = advance(count);
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[begin + i] & 0xff);
        }
        return value;
    }

    private int length(int count) {
        long length = little(count);
        if (length < 0 || length > bytes.length) {
            throw new Stop("it ends at byte " + bytes.length);
        }
        return (int) length;
    }

    private String line() {
        int begin = at;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        if (at >= bytes.length) {
            throw new Stop("it ends at byte " + bytes.length);
        }
        return new String(bytes, begin, at++ - begin, StandardCharsets.ISO_8859_1);
    }
}
