// SPDX-License-Identifier: Apache-2.0
import type { RawSeries } from "./prometheus.ts";

/** A series on the common grid of its panel; absent points are null. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  values: (number | null)[];
}

/** `rank {{rank}}` with the labels filled in; without a format the labels themselves. */
export function legend(format: string | undefined, labels: Record<string, string>): string {
  if (format !== undefined && format !== "" && format !== "__auto") {
    return format.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => labels[name] ?? "").trim().replace(/\s+/g, " ");
  }
  const { __name__: name, ...others } = labels;
  const words = Object.entries(others).map(([label, value]) => `${label}="${value}"`);
  return words.length === 0 ? (name ?? "value") : `${name ?? ""}{${words.join(", ")}}`;
}

/** Puts points on the grid; NaN is absent. */
export function aligned(raw: RawSeries, times: number[], name: string): Series {
  const at = new Map(raw.points);
  const values = times.map((time) => {
    const value = at.get(time);
    return value === undefined || Number.isNaN(value) ? null : value;
  });
  return { name, labels: raw.metric, values };
}

type Calc = (values: number[]) => number | null;

const CALCS: Record<string, Calc> = {
  last: (values) => values[values.length - 1] ?? null,
  lastNotNull: (values) => values[values.length - 1] ?? null,
  first: (values) => values[0] ?? null,
  max: (values) => (values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))),
  min: (values) => (values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b))),
  mean: (values) => (values.length === 0 ? null : values.reduce((a, b) => a + b) / values.length),
  sum: (values) => (values.length === 0 ? null : values.reduce((a, b) => a + b)),
  count: (values) => values.length,
};

export const CALC_NAMES: Record<string, string> = {
  last: "Last",
  lastNotNull: "Last",
  first: "First",
  max: "Max",
  min: "Min",
  mean: "Mean",
  sum: "Sum",
  count: "Count",
};

/** One number for a series, by the name of Grafana's reduction. */
export function reduced(calc: string, values: (number | null)[]): number | null {
  return (CALCS[calc] ?? (CALCS["lastNotNull"] as Calc))(values.filter((value) => value !== null));
}

/** Every series on top of those before it; where one is absent it adds nothing. */
export function stacked(all: (number | null)[][]): (number | null)[][] {
  const sums: number[] = [];
  return all.map((values) =>
    values.map((value, index) => {
      if (value === null) {
        return null;
      }
      sums[index] = (sums[index] ?? 0) + value;
      return sums[index] as number;
    }),
  );
}

/** In the order of people: rank 2 before rank 10. */
export function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true });
}
