// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Columns as wide as their widest cell; columns whose heading starts with a blank are set flush
/// right.
public final class TextTable {
    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();
    private List<String> dispensable = List.of();

    public TextTable(String... headings) {
        this.headings = List.of(headings);
    }

    /// Names columns that may go where the table is too wide, the first one first.
    public TextTable dispensingWith(String... names) {
        dispensable = List.of(names);
        return this;
    }

    /// Adds one row; it must have a cell for each column.
    public void add(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException("expected " + headings.size() + " cells: " + cells.length);
        }
        rows.add(List.of(cells));
    }

    public int size() {
        return rows.size();
    }

    /// The heading and all rows.
    public List<String> lines() {
        return lines(rows.size());
    }

    /// The heading and at most `limit` rows; a last line says how many more there are.
    public List<String> lines(int limit) {
        return lines(limit, Integer.MAX_VALUE);
    }

    /// The same without the columns that it can do without, as far as it must be to fit into so many columns of text.
    public List<String> lines(int limit, int width) {
        List<Integer> columns = columns(width);
        List<String> lines = new ArrayList<>();
        lines.add(line(headings, columns));
        int shown = rows.size() <= limit ? rows.size() : Math.max(0, limit - 1);
        rows.subList(0, shown).forEach(row -> lines.add(line(row, columns)));
        if (shown < rows.size()) {
            lines.add("… " + (rows.size() - shown) + " more rows are in /metrics");
        }
        return lines;
    }

    private List<Integer> columns(int width) {
        List<Integer> columns =
                new ArrayList<>(IntStream.range(0, headings.size()).boxed().toList());
        for (String name : dispensable) {
            if (width(columns) > width) {
                columns.removeIf(column -> headings.get(column).strip().equals(name));
            }
        }
        return columns;
    }

    private int width(List<Integer> columns) {
        return columns.stream().mapToInt(this::width).sum() + GAP.length() * (columns.size() - 1);
    }

    private String line(List<String> cells, List<Integer> columns) {
        return columns.stream()
                .map(column -> pad(cells.get(column).strip(), column))
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    private String pad(String cell, int column) {
        String blanks = " ".repeat(width(column) - cell.length());
        return headings.get(column).startsWith(" ") ? blanks + cell : cell + blanks;
    }

    private int width(int column) {
        int widest = headings.get(column).strip().length();
        for (List<String> row : rows) {
            widest = Math.max(widest, row.get(column).strip().length());
        }
        return widest;
    }
}
