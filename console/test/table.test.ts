// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Panel } from "../src/view/dashboard.ts";
import type { RawSeries } from "../src/view/prometheus.ts";
import { sorted, table } from "../src/view/table.ts";

function panel(more: Partial<Panel>): Panel {
  return { id: 1, type: "table", gridPos: { x: 0, y: 0, w: 1, h: 1 }, ...more };
}

function sample(metric: Record<string, string>, value: number): RawSeries {
  return { metric, points: [[0, value]] };
}

describe("a table", () => {
  test("joins its targets by the labels that all of them have", () => {
    const { columns, rows } = table(panel({}), [
      { refId: "A", series: [sample({ job: "x" }, 1), sample({ job: "y" }, 2)] },
      { refId: "B", series: [sample({ job: "y", rank: "5" }, 3)] },
    ]);
    assert.deepEqual(columns, ["job", "Value #A", "rank", "Value #B"]);
    assert.deepEqual(rows, [["x", 1, null, null], ["y", 2, "5", 3]]);
  });
  test("gives a row of its own to what would overwrite another", () => {
    const { rows } = table(panel({}), [
      { refId: "A", series: [sample({ job: "x" }, 1)] },
      { refId: "B", series: [sample({ job: "x", rank: "1" }, 2), sample({ job: "x", rank: "2" }, 3)] },
    ]);
    assert.equal(rows.length, 2);
  });
  test("orders, renames and leaves out columns as the panel says, also those without data", () => {
    const organize = {
      id: "organize",
      options: {
        excludeByName: { Time: true, b: true },
        indexByName: { "Value": 0, a: 1, missing: 2 },
        renameByName: { Value: "Share", a: "Rank", missing: "GPU" },
      },
    };
    const frames = [{ refId: "A", series: [sample({ a: "1", b: "2" }, 0.5)] }];
    const result = table(panel({ transformations: [organize] }), frames);
    assert.deepEqual(result, { columns: ["Share", "Rank", "GPU"], rows: [[0.5, "1", null]] });
  });
  test("sorts numbers by size and absent cells last", () => {
    const rows = sorted({ columns: ["v"], rows: [[null], [2], [10]] }, 0, true).rows;
    assert.deepEqual(rows, [[10], [2], [null]]);
  });
});
