// SPDX-License-Identifier: Apache-2.0

/** A range of time in seconds since 1970, and the distance of the points that are asked for in it. */
export interface Range {
  from: number;
  to: number;
  step: number;
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 86400];
const SCRAPE_SECONDS = 15;

/** `now-6h` in seconds before now; an hour where it is something else. */
export function secondsBack(from: string): number {
  const match = /^now-(\d+)([smhdw])$/.exec(from);
  return match === null ? 3600 : Number(match[1]) * (UNITS[match[2] as string] as number);
}

/** The range that ends now, in so many points at most. Its ends are multiples of the step, as Grafana's are. */
export function rangeUntil(nowSeconds: number, from: string, points: number): Range {
  const length = secondsBack(from);
  const step = STEPS.find((candidate) => length / candidate <= points) ?? (STEPS[STEPS.length - 1] as number);
  const to = Math.floor(nowSeconds / step) * step;
  return { from: to - Math.ceil(length / step) * step, to, step };
}

/** Values of Grafana's own variables for a range. */
export function builtIns(range: Range): Record<string, string> {
  return {
    __interval: `${range.step}s`,
    __interval_ms: String(range.step * 1000),
    __rate_interval: `${Math.max(range.step + SCRAPE_SECONDS, 4 * SCRAPE_SECONDS)}s`,
    __range: `${range.to - range.from}s`,
    __range_s: String(range.to - range.from),
    __range_ms: String((range.to - range.from) * 1000),
  };
}

/** The moments of a range. */
export function grid(range: Range): number[] {
  const times: number[] = [];
  for (let time = range.from; time <= range.to; time += range.step) {
    times.push(time);
  }
  return times;
}

export function clock(seconds: number, long = false): string {
  const date = new Date(seconds * 1000);
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  return long ? `${date.toLocaleDateString()} ${time}` : time;
}
