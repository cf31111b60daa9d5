// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dashboards, knownSeries } from "./files.ts";
import { complaints, queried } from "./promql.ts";

const known = knownSeries();

describe("queries of dashboards", () => {
  for (const [name, board] of dashboards()) {
    test(`${name} asks for metrics and labels that exist`, () => {
      const found = board.panels.flatMap((panel) =>
        (panel.targets ?? []).flatMap((target) => said(panel.title, complaints(target.expr, known))),
      );
      assert.deepEqual(found, []);
    });

    test(`${name} fills its variables from metrics and labels that exist`, () => {
      const variables = board.templating.list.filter((variable) => variable.type === "query");
      const found = variables.flatMap((variable) => said(variable.name, complaints(queried(variable.query), known)));
      assert.deepEqual(found, []);
      assert.ok(variables.length > 0);
    });

    test(`${name} takes its annotations from metrics and labels that exist`, () => {
      const found = board.annotations.list.flatMap(({ target }) => complaints(target.expr, known));
      assert.deepEqual(found, []);
    });
  }
});

describe("the check of queries", () => {
  test("notices what does not parse", () => {
    assert.match(complaints("sum(lockstep_watchdog", known).join(), /does not parse/);
    assert.match(complaints("", known).join(), /does not parse/);
  });

  test("notices a metric that nobody serves", () => {
    assert.deepEqual(complaints("rate(nccl_collective_call_total[1m])", known), [
      "unknown metric nccl_collective_call_total",
    ]);
  });

  test("notices a label that the metric does not have", () => {
    assert.deepEqual(complaints('lockstep_watchdog{rank="1"}', known), ["lockstep_watchdog has no label rank"]);
    assert.deepEqual(complaints("sum by (rnk) (lockstep_watchdog)", known), ["no metric has a label rnk"]);
  });

  test("accepts variables of Grafana", () => {
    assert.deepEqual(complaints('rate(lockstep_cpu_seconds_total{node=~"$node"}[$__rate_interval])', known), []);
  });
});

function said(where: string, found: string[]): string[] {
  return found.map((complaint) => `${where}: ${complaint}`);
}
