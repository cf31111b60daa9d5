// SPDX-License-Identifier: Apache-2.0
import { parser } from "@prometheus-io/lezer-promql";

/** What is wrong with an expression, given the metrics that there are and their labels. */
export function complaints(expression: string, known: ReadonlyMap<string, readonly string[]>): string[] {
  const text = withoutVariables(expression);
  const found: string[] = [];
  const labels = new Set([...known.values()].flat());
  let metric = "";
  parser.parse(text).iterate({
    enter(node) {
      const here = text.slice(node.from, node.to);
      if (node.type.isError) {
        found.push(`does not parse at "${text.slice(Math.max(0, node.from - 20), node.to + 20)}"`);
      } else if (node.name === "Identifier" && node.node.parent?.name === "VectorSelector") {
        metric = here;
        if (!known.has(metric)) {
          found.push(`unknown metric ${metric}`);
        }
      } else if (node.name === "LabelName" && node.node.parent?.name === "UnquotedLabelMatcher") {
        if (known.get(metric)?.includes(here) === false) {
          found.push(`${metric} has no label ${here}`);
        }
      } else if (node.name === "LabelName" && !labels.has(here)) {
        found.push(`no metric has a label ${here}`);
      }
    },
  });
  return found;
}

/** Of a variable's query, the expression in it. */
export function queried(query: string): string {
  const values = /^label_values\((.*), \w+\)$/.exec(query) ?? /^query_result\((.*)\)$/.exec(query);
  return values?.[1] ?? "";
}

/** As Grafana would send it: times for times, a value for a choice. */
export function withoutVariables(expression: string): string {
  return expression
    .replaceAll("$__rate_interval", "1m")
    .replaceAll("$__range", "1h")
    .replaceAll(/\$[a-z]+/g, "value");
}
