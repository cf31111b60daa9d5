// SPDX-License-Identifier: Apache-2.0

/** Fewer columns of the same rows: each is the MAXIMUM of those it replaces, so that a short peak stays visible. */
export function narrowed(values: (number | null)[], columns: number): (number | null)[] {
  if (values.length <= columns) {
    return values;
  }
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * values.length) / columns);
    const to = Math.floor(((column + 1) * values.length) / columns);
    return highest(values.slice(from, to));
  });
}

/** Fewer rows, in the same way. */
export function lowered(rows: (number | null)[][], count: number): (number | null)[][] {
  if (rows.length <= count) {
    return rows;
  }
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * rows.length) / count);
    const to = Math.floor(((index + 1) * rows.length) / count);
    const merged = rows.slice(from, to);
    return (merged[0] ?? []).map((_value, column) => highest(merged.map((row) => row[column] ?? null)));
  });
}

function highest(values: (number | null)[]): number | null {
  return values.reduce((a, b) => (a === null ? b : b === null ? a : Math.max(a, b)), null);
}

/** A stretch of time in which a state did not change; indices into the grid, the last one included. */
export interface Segment {
  from: number;
  to: number;
  value: number;
}

/** Joins equal neighbours. */
export function segments(values: (number | null)[]): Segment[] {
  const found: Segment[] = [];
  values.forEach((value, index) => {
    const last = found[found.length - 1];
    if (value !== null && last !== undefined && last.value === value && last.to === index - 1) {
      last.to = index;
    } else if (value !== null) {
      found.push({ from: index, to: index, value });
    }
  });
  return found;
}

type Rgb = [number, number, number];

/** From nothing, through the colour, to its deepest shade. */
const SCHEMES: Record<string, [Rgb, Rgb]> = {
  Reds: [[251, 106, 74], [165, 15, 21]],
  Blues: [[66, 146, 198], [8, 81, 156]],
  Oranges: [[253, 141, 60], [190, 60, 5]],
  Greens: [[65, 171, 93], [0, 90, 50]],
};

/** The colour of a share between 0 and 1: it begins as the background, so that calm rows recede in light and dark. */
export function heatColor(scheme: string | undefined, share: number, background: Rgb, dark: boolean): string {
  const [middle, deep] = SCHEMES[scheme ?? "Blues"] ?? (SCHEMES["Blues"] as [Rgb, Rgb]);
  const top: Rgb = dark ? [lighter(middle[0]), lighter(middle[1]), lighter(middle[2])] : deep;
  const near = Math.min(1, Math.max(0, share));
  const low: Rgb = mixed(background, middle, 0.1);
  const rgb = near < 0.6 ? mixed(low, middle, near / 0.6) : mixed(middle, top, (near - 0.6) / 0.4);
  return `rgb(${rgb.map(Math.round).join(",")})`;
}

function lighter(part: number): number {
  return part + (255 - part) * 0.55;
}

function mixed(a: Rgb, b: Rgb, share: number): Rgb {
  return [0, 1, 2].map((i) => (a[i] as number) + ((b[i] as number) - (a[i] as number)) * share) as Rgb;
}
