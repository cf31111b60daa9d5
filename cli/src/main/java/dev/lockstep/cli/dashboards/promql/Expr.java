// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

/// A PromQL expression. `isAtom` tells whether it can stand beside an operator without parentheses.
///
/// Two vectors are only ever joined on named labels, and the side that must have one series a key is made so by `one`:
/// no join can fail because an exporter runs twice or a rank has moved.
public record Expr(String text, boolean isAtom) {
    static Expr atom(String text) {
        return new Expr(text, true);
    }

    /// A number.
    public static Expr of(double number) {
        return atom(number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number));
    }

    /// One series for each value of `keys`, always 1, which carries `labels` too. Where series of one key disagree
    /// about them, one of them is taken.
    public static Expr one(Expr series, String keys, String labels) {
        String all = labels.isEmpty() ? keys : keys + ", " + labels;
        return atom("topk by (" + keys + ") (1, " + series.group(all).text + ")");
    }

    /// Several labels as PromQL lists them.
    public static String list(String... labels) {
        return String.join(", ", labels);
    }

    public Expr sum(String... labels) {
        return aggregated("sum", labels);
    }

    public Expr max(String... labels) {
        return aggregated("max", labels);
    }

    public Expr min(String... labels) {
        return aggregated("min", labels);
    }

    public Expr avg(String... labels) {
        return aggregated("avg", labels);
    }

    public Expr count(String... labels) {
        return aggregated("count", labels);
    }

    /// 1 for each value of the labels.
    public Expr group(String... labels) {
        return aggregated("group", labels);
    }

    /// The `n` series with the highest values.
    public Expr top(int n) {
        return atom("topk(" + n + ", " + text + ")");
    }

    /// The one series with the highest value for each value of the labels.
    public Expr topOf(String... labels) {
        return atom("topk by (" + list(labels) + ") (1, " + text + ")");
    }

    public Expr plus(Expr right) {
        return binary("+", right);
    }

    public Expr minus(Expr right) {
        return binary("-", right);
    }

    public Expr times(Expr right) {
        return binary("*", right);
    }

    public Expr over(Expr right) {
        return binary("/", right);
    }

    /// 1 where it is above the number, else 0.
    public Expr isAbove(double number) {
        return binary("> bool", of(number));
    }

    /// What is above the number.
    public Expr above(double number) {
        return binary(">", of(number));
    }

    /// Times `one`, which has one series for each value of `keys`; carries `labels` over from it.
    public Expr joined(String keys, String labels, Expr one) {
        return binary("* on (" + keys + ") group_left (" + labels + ")", one);
    }

    /// Divided by `one`, which has one series for each value of `keys`.
    public Expr overEach(String keys, Expr one) {
        return binary("/ on (" + keys + ") group_left ()", one);
    }

    /// Those that the other side knows by these labels.
    public Expr knownTo(String keys, Expr other) {
        return binary("and on (" + keys + ")", other);
    }

    /// Those that the other side does not know by these labels.
    public Expr unknownTo(String keys, Expr other) {
        return binary("unless on (" + keys + ")", other);
    }

    /// These, and of the other side those with other labels.
    public Expr or(Expr other) {
        return binary("or", other);
    }

    /// These, and of the other side those that differ in the keys.
    public Expr orElse(String keys, Expr other) {
        return binary("or on (" + keys + ")", other);
    }

    /// 0 where there is nothing.
    public Expr orZero() {
        return binary("or", atom("vector(0)"));
    }

    /// A single series' value as a number.
    public Expr scalar() {
        return atom("scalar(" + text + ")");
    }

    /// With `to` set to what the label `from` matched; `regex` has one group.
    public Expr relabelled(String to, String from, String regex) {
        return atom("label_replace(%s, \"%s\", \"$1\", \"%s\", \"%s\")".formatted(text, to, from, regex));
    }

    /// With `to` set to the values of the other labels, one after the other.
    public Expr joinedLabels(String to, String separator, String... from) {
        return atom(
                "label_join(%s, \"%s\", \"%s\", \"%s\")".formatted(text, to, separator, String.join("\", \"", from)));
    }

    private Expr aggregated(String operator, String... labels) {
        return atom(
                labels.length == 0
                        ? operator + "(" + text + ")"
                        : operator + " by (" + list(labels) + ") (" + text + ")");
    }

    private Expr binary(String operator, Expr right) {
        return new Expr(wrapped() + " " + operator + " " + right.wrapped(), false);
    }

    private String wrapped() {
        return isAtom ? text : "(" + text + ")";
    }
}
