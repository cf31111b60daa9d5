// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import dev.lockstep.agent.reader.tree.Document.Defect;
import dev.lockstep.agent.reader.tree.Document.Kind;
import dev.lockstep.agent.reader.tree.Document.Root;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads JSON that is not quite JSON, which is what is left by writers that print it by hand and by processes that die
/// in the middle. Jackson stops at the first defect, and exactly the documents of failing ranks have one (NCCL 2.28.7
/// to 2.28.9 leave out a comma before each missing rank). Reads one value after the other, with anything between them.
public final class TolerantJson {
    private static final int DEPTH_MAX = 64;
    private static final int NODES_MAX = 4_000_000;

    private final String text;
    private final List<Defect> defects = new ArrayList<>();
    private int defectCount;
    private int at;
    private int nodes;
    private int line = 1;
    private int lineUntil;
    private boolean isCut;

    private TolerantJson(String text) {
        this.text = text;
    }

    /// Reads all values of the text. Linear in its length.
    public static Document read(String text) {
        return new TolerantJson(text).document();
    }

    private Document document() {
        List<Root> roots = new ArrayList<>();
        while (at < text.length() && nodes < NODES_MAX) {
            char c = text.charAt(at);
            if (c == '{' || c == '[') {
                int begin = lineAt(at);
                roots.add(new Root(value(0), begin));
            } else {
                at++;
            }
        }
        return new Document(roots, defects, defectCount, isCut || at < text.length());
    }

    private Node value(int depth) {
        nodes++;
        char c = text.charAt(at);
        if (depth > DEPTH_MAX || nodes > NODES_MAX) {
            at = text.length();
            isCut = true;
            return Node.nothing();
        }
        return switch (c) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"', '\'' -> new Node.Text(string(c));
            default -> word();
        };
    }

    private Node object(int depth) {
        Map<String, Node> fields = new LinkedHashMap<>();
        at++;
        boolean comma = true;
        while (true) {
            int next = peek();
            if (next < 0) {
                isCut = true;
                return new Node.Fields(fields);
            }
            if (next == '}') {
                trailing(comma && !fields.isEmpty(), "}");
                at++;
                return new Node.Fields(fields);
            }
            if (next == ',') {
                at++;
                comma = true;
            } else if (next == '"' || next == '\'') {
                member(fields, comma, depth);
                comma = false;
            } else if (next == ']') {
                return new Node.Fields(fields);
            } else {
                garbage();
            }
        }
    }

    private void member(Map<String, Node> fields, boolean comma, int depth) {
        String key = string(text.charAt(at));
        if (!comma) {
            defect(Kind.MISSING_COMMA, key);
        }
        if (peek() == ':') {
            at++;
            int next = peek();
            if (next >= 0 && next != ',' && next != '}') {
                fields.put(key, value(depth + 1));
                return;
            }
        }
        isCut |= at >= text.length();
        fields.putIfAbsent(key, Node.nothing());
    }

    private Node array(int depth) {
        List<Node> items = new ArrayList<>();
        at++;
        boolean comma = true;
        while (true) {
            int next = peek();
            if (next < 0) {
                isCut = true;
                return new Node.Items(items);
            }
            if (next == ']') {
                trailing(comma && !items.isEmpty(), "]");
                at++;
                return new Node.Items(items);
            }
            if (next == ',') {
                at++;
                comma = true;
            } else if (next == '}' || next == ':') {
                garbage();
            } else {
                if (!comma) {
                    defect(Kind.MISSING_COMMA, String.valueOf((char) next));
                }
                items.add(value(depth + 1));
                comma = false;
            }
        }
    }

    private void trailing(boolean isThere, String before) {
        if (isThere) {
            defect(Kind.TRAILING_COMMA, before);
        }
    }

    private void garbage() {
        defect(Kind.GARBAGE, String.valueOf(text.charAt(at)));
        at++;
    }

    /// A string in either quote; one that is not closed ends with the text.
    private String string(char quote) {
        int begin = ++at;
        int plain = begin;
        while (plain < text.length() && text.charAt(plain) != quote && text.charAt(plain) != '\\') {
            plain++;
        }
        if (plain < text.length() && text.charAt(plain) == quote) {
            at = plain + 1;
            return text.substring(begin, plain);
        }
        return escaped(quote, new StringBuilder(text.substring(begin, plain)), plain);
    }

    private String escaped(char quote, StringBuilder out, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) != quote) {
            char c = text.charAt(i++);
            if (c != '\\' || i >= text.length()) {
                out.append(c);
            } else if (text.charAt(i) == 'u' && i + 5 <= text.length()) {
                out.append((char)
                        Numbers.whole("0x" + text.substring(i + 1, i + 5)).orElse('?'));
                i += 5;
            } else {
                out.append(unescaped(text.charAt(i++)));
            }
        }
        isCut |= i >= text.length();
        at = Math.min(text.length(), i + 1);
        return out.toString();
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> c;
        };
    }

    /// A number, or a word without quotes; consumes at least one character.
    private Node word() {
        int begin = at;
        while (at < text.length() && isWord(text.charAt(at))) {
            at++;
        }
        if (at == begin) {
            garbage();
            return Node.nothing();
        }
        String word = text.substring(begin, at);
        isCut |= at >= text.length();
        return switch (word) {
            case "true" -> new Node.Truth(true);
            case "false" -> new Node.Truth(false);
            case "null" -> Node.nothing();
            default -> number(word);
        };
    }

    private Node number(String word) {
        var whole = Numbers.whole(word);
        if (whole.isPresent()) {
            return new Node.Whole(whole.getAsLong());
        }
        var real = Numbers.real(word);
        char first = word.charAt(0);
        boolean isNumber = first == '-' || (first >= '0' && first <= '9');
        if (real.isPresent() && isNumber && Double.isFinite(real.getAsDouble())) {
            return new Node.Real(real.getAsDouble());
        }
        defect(Kind.BARE_WORD, word);
        if (real.isPresent()) {
            return new Node.Real(real.getAsDouble());
        }
        return switch (word) {
            case "True" -> new Node.Truth(true);
            case "False" -> new Node.Truth(false);
            default -> Node.nothing();
        };
    }

    private static boolean isWord(char c) {
        return c > ' ' && ",:{}[]\"'".indexOf(c) < 0;
    }

    private int peek() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : -1;
    }

    private void defect(Kind kind, String near) {
        defectCount++;
        if (defects.size() < Document.DEFECTS_MAX) {
            defects.add(new Defect(kind, lineAt(at), near.length() > 40 ? near.substring(0, 40) : near));
        }
    }

    private int lineAt(int offset) {
        while (lineUntil < offset && lineUntil < text.length()) {
            line += text.charAt(lineUntil++) == '\n' ? 1 : 0;
        }
        return line;
    }
}
