// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { dashboards } from "./files.ts";
import { checked, claimsOf, type Claim } from "./typed.ts";

/** A panel that is right; each of the wrong ones differs from it in one place. */
function panel(change: { options?: object; custom?: object; property?: object; more?: object }): Claim[] {
  const datasource = { type: "prometheus", uid: "${datasource}" };
  const value = {
    id: 1,
    type: "timeseries",
    title: "A panel",
    description: "For this test.",
    gridPos: { x: 0, y: 0, w: 1, h: 1 },
    datasource,
    targets: [],
    fieldConfig: {
      defaults: { unit: "s", custom: { drawStyle: "line", ...change.custom } },
      overrides: [
        {
          matcher: { id: "byName", options: "A" },
          properties: [{ id: "custom.lineWidth", value: 2 }, ...(change.property ? [change.property] : [])],
        },
      ],
    },
    options: {
      legend: { displayMode: "list", placement: "bottom", showLegend: true, calcs: [] },
      tooltip: { mode: "multi", sort: "none" },
      ...change.options,
    },
    ...change.more,
  };
  return [{ type: 'Panels["timeseries"]', value }];
}

/** What is wrong, and the word that the compiler must complain about. */
const wrong = new Map<string, { claims: Claim[]; word: string }>([
  ["wrong-option", { claims: panel({ options: { legends: {} } }), word: "legends" }],
  ["wrong-value", { claims: panel({ options: { tooltip: { mode: "many", sort: "none" } } }), word: "many" }],
  ["missing-option", { claims: panel({ options: { legend: undefined } }), word: "legend" }],
  ["wrong-field-setting", { claims: panel({ custom: { drawStyles: "line" } }), word: "drawStyles" }],
  ["wrong-override", { claims: panel({ property: { id: "custom.lineWidht", value: 2 } }), word: "lineWidht" }],
  ["wrong-override-value", { claims: panel({ property: { id: "custom.lineWidth", value: "thick" } }), word: "string" }],
  ["foreign-option", { claims: panel({ options: { cellHeight: "sm" } }), word: "cellHeight" }],
  ["wrong-frame", { claims: [{ type: "Frame", value: { schemaVersions: 42 } }], word: "schemaVersion" }],
]);

describe("dashboards beside Grafana's schema", () => {
  let found = new Map<string, string[]>();

  before(() => {
    const files = [...dashboards()].map(([name, board]) => [name, claimsOf(board)] as const);
    const broken = [...wrong].map(([name, { claims }]) => [name, claims] as const);
    found = checked(new Map([...files, ...broken, ["right", panel({})]]));
  });

  for (const name of [...dashboards().keys(), "right"]) {
    test(`${name} has the types of Grafana's schema`, () => {
      assert.deepEqual(found.get(name), []);
    });
  }

  for (const [name, { word }] of wrong) {
    test(`the check notices a ${name.replaceAll("-", " ")}`, () => {
      assert.match((found.get(name) ?? []).join("\n"), new RegExp(word));
    });
  }
});
