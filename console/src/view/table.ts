// SPDX-License-Identifier: Apache-2.0
import type { Panel, Transformation } from "./dashboard.ts";
import type { RawSeries } from "./prometheus.ts";

/** A cell is a label, a value, or absent. */
export type Cell = string | number | null;

/** The answer to one target, as Grafana's format "table" has it. */
export interface Frame {
  refId: string;
  series: RawSeries[];
}

/** Named columns and their rows. */
export interface Table {
  columns: string[];
  rows: Cell[][];
}

type Row = Map<string, Cell>;

/** Joins the frames by the labels that all of them have, then orders and renames as the panel says. */
export function table(panel: Panel, frames: Frame[]): Table {
  const merged = join(frames);
  const organize = panel.transformations?.find((transformation) => transformation.id === "organize");
  const names = columns(merged, organize);
  const rename = organize?.options.renameByName ?? {};
  const result = {
    columns: names.map((name) => rename[name] || name),
    rows: merged.map((row) => names.map((name) => row.get(name) ?? null)),
  };
  const sort = panel.options?.sortBy?.[0];
  return sort === undefined ? result : sorted(result, result.columns.indexOf(sort.displayName), sort.desc === true);
}

function join(frames: Frame[]): Row[] {
  const filled = frames.filter((frame) => frame.series.length > 0);
  const labels = filled.map((frame) => new Set(frame.series.flatMap((each) => Object.keys(each.metric))));
  const shared = [...(labels[0] ?? [])].filter((label) => label !== "__name__" && labels.every((set) => set.has(label)));
  const rows: Row[] = [];
  const byKey = new Map<string, Row[]>();
  for (const frame of filled) {
    const valueName = frames.length === 1 ? "Value" : `Value #${frame.refId}`;
    for (const each of frame.series) {
      const key = JSON.stringify(shared.map((label) => each.metric[label] ?? null));
      const alike = byKey.get(key) ?? [];
      const fields = new Map<string, Cell>(Object.entries(each.metric).filter(([label]) => label !== "__name__"));
      fields.set(valueName, each.points[0]?.[1] ?? null);
      const free = alike.find((row) => [...fields].every(([name, value]) => !row.has(name) || row.get(name) === value));
      if (free === undefined) {
        rows.push(fields);
        byKey.set(key, [...alike, fields]);
      } else {
        fields.forEach((value, name) => free.set(name, value));
      }
    }
  }
  return rows;
}

/** Columns with an index come first, in its order, also if no row has them. */
function columns(rows: Row[], organize: Transformation | undefined): string[] {
  const index = organize?.options.indexByName ?? {};
  const excluded = organize?.options.excludeByName ?? {};
  const names = new Set(Object.keys(index).sort((a, b) => (index[a] as number) - (index[b] as number)));
  rows.forEach((row) => [...row.keys()].forEach((name) => names.add(name)));
  return [...names].filter((name) => excluded[name] !== true && name !== "Time");
}

/** Absent cells come last in either direction. */
export function sorted(table: Table, column: number, descending: boolean): Table {
  const rows = [...table.rows].sort((a, b) => {
    const left = a[column] ?? null;
    const right = b[column] ?? null;
    if (left === null || right === null) {
      return left === right ? 0 : left === null ? 1 : -1;
    }
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : String(left).localeCompare(String(right), undefined, { numeric: true });
    return descending ? -order : order;
  });
  return { columns: table.columns, rows };
}
