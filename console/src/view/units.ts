// SPDX-License-Identifier: Apache-2.0

/** Seconds in the largest unit that leaves a number of at least one. */
export function duration(seconds: number): string {
  if (seconds === 0) {
    return "0 s";
  }
  const size = Math.abs(seconds);
  const [unit, factor] = size >= 1 ? ["s", 1] : size >= 1e-3 ? ["ms", 1e3] : ["µs", 1e6];
  return `${Number((seconds * (factor as number)).toPrecision(3))} ${unit}`;
}
