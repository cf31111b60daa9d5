// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sections, type Panel } from "../src/view/dashboard.ts";
import { fieldOf, shown, thresholdColor } from "../src/view/fields.ts";
import { heatColor, lowered, narrowed, segments } from "../src/view/heat.ts";
import { series } from "../src/view/prometheus.ts";
import { aligned, byName, legend, reduced, stacked } from "../src/view/series.ts";
import { builtIns, grid, rangeUntil } from "../src/view/time.ts";

function panel(id: number, type: string, y: number, more: Partial<Panel> = {}): Panel {
  return { id, type, gridPos: { x: 0, y, w: 12, h: 4 }, ...more };
}

describe("a heat map", () => {
  test("shows the maximum where it has less room than cells, never a mean", () => {
    assert.deepEqual(narrowed([0, 9, 0, 0, 1, null], 2), [9, 1]);
    assert.deepEqual(lowered([[1, 2], [5, 0], [0, null], [0, 7]], 2), [[5, 2], [0, 7]]);
  });
  test("leaves cells alone that have room, and absent ones absent", () => {
    assert.deepEqual(narrowed([1, null], 5), [1, null]);
    assert.deepEqual(narrowed([null, null, 3, 4], 2), [null, 4]);
  });
  test("begins at the colour of the page and gets deeper", () => {
    assert.notEqual(heatColor("Reds", 0, [255, 255, 255], false), heatColor("Reds", 1, [255, 255, 255], false));
    assert.match(heatColor("unknown", 2, [0, 0, 0], true), /^rgb\(\d+,\d+,\d+\)$/);
  });
});

describe("a state timeline", () => {
  test("joins equal neighbours and breaks at what is absent", () => {
    assert.deepEqual(segments([1, 1, null, 1, 2]), [
      { from: 0, to: 1, value: 1 },
      { from: 3, to: 3, value: 1 },
      { from: 4, to: 4, value: 2 },
    ]);
  });
});

describe("series", () => {
  test("are read from matrix, vector and scalar", () => {
    const metric = { a: "b" };
    assert.deepEqual(series({ resultType: "vector", result: [{ metric, value: [1, "NaN"] }] })[0]?.points, [[1, NaN]]);
    assert.deepEqual(series({ resultType: "matrix", result: [{ metric, values: [[1, "+Inf"]] }] })[0]?.points, [[1, Infinity]]);
    assert.deepEqual(series({ resultType: "scalar", result: [1, "2"] }), [{ metric: {}, points: [[1, 2]] }]);
  });
  test("lie on the common grid with gaps where there is nothing", () => {
    assert.deepEqual(aligned({ metric: {}, points: [[10, 1], [30, NaN]] }, [10, 20, 30], "x").values, [1, null, null]);
  });
  test("are called as their format says, or by their labels", () => {
    assert.equal(legend("rank {{rank}} {{gpu}} of {{comm}}", { rank: "5", comm: "0f" }), "rank 5 of 0f");
    assert.equal(legend(undefined, { __name__: "up", job: "x" }), 'up{job="x"}');
    assert.deepEqual([{ name: "rank 10" }, { name: "rank 2" }].sort(byName).map((each) => each.name), ["rank 2", "rank 10"]);
  });
  test("are reduced to one number, gaps left out", () => {
    assert.equal(reduced("max", [1, 3, null]), 3);
    assert.equal(reduced("lastNotNull", [1, 3, null]), 3);
    assert.equal(reduced("mean", []), null);
  });
  test("are stacked on those before them", () => {
    assert.deepEqual(stacked([[1, 2], [3, null], [1, 1]]), [[1, 2], [4, null], [5, 3]]);
  });
});

describe("fields", () => {
  const board = panel(1, "table", 0, {
    fieldConfig: {
      defaults: {
        unit: "percentunit",
        thresholds: { mode: "absolute", steps: [{ color: "green", value: null }, { color: "red", value: 0.05 }] },
        mappings: [{ type: "value", options: { "0": { text: "healthy", color: "blue" } } }],
      },
      overrides: [
        { matcher: { id: "byName", options: "Time" }, properties: [{ id: "unit", value: "s" }] },
        { matcher: { id: "byRegexp", options: "/^base/" }, properties: [{ id: "custom.lineStyle", value: { fill: "dash" } }] },
      ],
    },
  });
  test("take overrides by name and by expression", () => {
    assert.equal(fieldOf(board, "Time").unit, "s");
    assert.equal(fieldOf(board, "baseline P99").custom?.lineStyle?.fill, "dash");
    assert.equal(fieldOf(board, "P99").custom?.lineStyle, undefined);
  });
  test("show a mapping first, else the value in its unit with the colour of its threshold", () => {
    assert.deepEqual(shown(0, fieldOf(board, "x")), { text: "healthy", color: "#3274d9" });
    assert.deepEqual(shown(0.06, fieldOf(board, "x")), { text: "6 %", color: "#e02f44" });
    assert.equal(thresholdColor(null, []), undefined);
  });
});

describe("a dashboard", () => {
  test("is cut at its rows, twice the same", () => {
    const panels = [panel(3, "stat", 5), panel(1, "row", 0, { title: "First", panels: [] }), panel(2, "table", 1)];
    const cut = () => sections(panels).map((section) => [section.title, section.panels.map((each) => each.id)]);
    assert.deepEqual(cut(), [["First", [2, 3]]]);
    assert.deepEqual(cut(), [["First", [2, 3]]]);
  });
});

describe("time", () => {
  test("is cut into steps that its ends are multiples of", () => {
    const range = rangeUntil(1_000_007, "now-1h", 400);
    assert.deepEqual(range, { from: 996_400, to: 1_000_000, step: 10 });
    assert.equal(grid(range).length, 361);
  });
  test("gives rates four scrapes at least", () => {
    assert.equal(builtIns({ from: 0, to: 3600, step: 10 })["__rate_interval"], "60s");
    assert.equal(builtIns({ from: 0, to: 86400, step: 300 })["__rate_interval"], "315s");
  });
});
