// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Dashboard, VariableJson } from "../src/view/dashboard.ts";
import type { Prometheus } from "../src/view/prometheus.ts";
import { chosenText, filtered, interpolate, resolve, type Variable } from "../src/view/variables.ts";

const RANGE = { from: 0, to: 600, step: 15 };

/** Remembers what it was asked and answers the same to everything. */
function answering(labels: string[], metrics: Record<string, string>[] = []) {
  const asked: string[] = [];
  const prometheus: Prometheus = {
    range: async () => [],
    instant: async (expr) => {
      asked.push(expr);
      return metrics.map((metric) => ({ metric, points: [[600, 1]] }));
    },
    labelValues: async (label, match) => {
      asked.push(`${label} of ${match}`);
      return labels;
    },
  };
  return { asked, prometheus };
}

function dashboard(...list: Partial<VariableJson>[]): Dashboard {
  return { title: "", panels: [], templating: { list: list.map((each) => ({ name: "", type: "query", ...each })) } };
}

function variable(chosen: string[], multi: boolean): Variable {
  return { name: "v", label: "v", multi, includeAll: true, allValue: ".*", options: [], chosen };
}

describe("variables", () => {
  test("are replaced in all three spellings, and unknown ones stay", () => {
    const values = { job: "a", __range: "600s" };
    assert.equal(interpolate('x{j="$job"}[$__range] ${job:regex} [[job]] $other', values), 'x{j="a"}[600s] a a $other');
  });
  test("with several values become a regular expression in which their dots are dots", () => {
    assert.equal(chosenText(variable(["a.b", "c"], true)), "a\\\\.b|c");
    assert.equal(chosenText(variable(["a.b"], false)), "a.b");
    assert.equal(chosenText(variable(["$__all"], true)), ".*");
  });
  test("are asked for in order, later ones with the value of earlier ones", async () => {
    const { asked, prometheus } = answering(["x10", "x9"]);
    const board = dashboard(
      { name: "job", query: "label_values(m, job_id)" },
      { name: "node", query: 'label_values(m{job_id=~"$job"}, node)', includeAll: true, multi: true },
    );
    const resolved = await resolve(board, prometheus, RANGE, {}, {});
    assert.deepEqual(asked, ["job_id of m", 'node of m{job_id=~"x9"}']);
    assert.deepEqual(resolved.map((each) => each.chosen), [["x9"], ["$__all"]]);
  });
  test("keep what was chosen only while it is there", async () => {
    const { prometheus } = answering(["a", "b"]);
    const board = dashboard({ name: "job", query: "label_values(job_id)" });
    const chosen = async (before: string) => (await resolve(board, prometheus, RANGE, { job: [before] }, {}))[0]?.chosen;
    assert.deepEqual(await chosen("b"), ["b"]);
    assert.deepEqual(await chosen("gone"), ["a"]);
  });
  test("take value and text out of the results of a query by named groups", async () => {
    const { asked, prometheus } = answering([], [{ __name__: "m", comm: "0f", shown: "DP 0f" }]);
    const board = dashboard({
      name: "comm",
      query: "query_result(m[$__range])",
      regex: '/\\bcomm="(?<value>[^"]+)"|\\bshown="(?<text>[^"]+)"/g',
    });
    const resolved = await resolve(board, prometheus, RANGE, {}, { __range: "600s" });
    assert.deepEqual(asked, ["m[600s]"]);
    assert.deepEqual(resolved[0]?.options, [{ value: "0f", text: "DP 0f" }]);
  });
  test("leave out what their expression does not match", () => {
    assert.deepEqual(filtered(["node-a", "other"], "/node-(.*)/"), [{ value: "a", text: "a" }]);
  });
});
