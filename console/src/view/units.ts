// SPDX-License-Identifier: Apache-2.0

/** Writes a value in a unit of Grafana's; what is not known here is written as a plain number. */
export function format(value: number | null | undefined, unit: string | undefined, decimals?: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return "–";
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? "∞" : "-∞";
  }
  const scale = SCALES[unit ?? "short"];
  return scale === undefined ? `${digits(value, decimals)}${SUFFIXES[unit ?? ""] ?? ""}` : scale(value, decimals);
}

type Scale = (value: number, decimals?: number) => string;

const SUFFIXES: Record<string, string> = {
  celsius: " °C",
  watt: " W",
  cps: " /s",
  ops: " /s",
  reqps: " /s",
};

const SI = ["", " k", " M", " G", " T", " P"];

const SCALES: Record<string, Scale> = {
  short: (value, decimals) => stepped(value, 1000, SI, "", decimals).replace(/ (?=[kMGTP]$)/, ""),
  s: seconds,
  ms: (value, decimals) => seconds(value / 1e3, decimals),
  percent: (value, decimals) => `${digits(rounded(value), decimals)} %`,
  percentunit: (value, decimals) => `${digits(rounded(value * 100), decimals)} %`,
  bytes: (value, decimals) => stepped(value, 1024, [" ", " Ki", " Mi", " Gi", " Ti", " Pi"], "B", decimals),
  mbytes: (value, decimals) => stepped(value, 1024, [" Mi", " Gi", " Ti", " Pi"], "B", decimals),
  decbytes: (value, decimals) => stepped(value, 1000, [" ", " k", " M", " G", " T", " P"], "B", decimals),
  Bps: (value, decimals) => stepped(value, 1000, [" ", " k", " M", " G", " T", " P"], "B/s", decimals),
  binBps: (value, decimals) => stepped(value, 1024, [" ", " Ki", " Mi", " Gi", " Ti"], "B/s", decimals),
  bps: (value, decimals) => stepped(value, 1000, [" ", " k", " M", " G", " T", " P"], "b/s", decimals),
  hertz: (value, decimals) => stepped(value, 1000, [" ", " k", " M", " G"], "Hz", decimals),
  cps: (value, decimals) => stepped(value, 1000, SI, " /s", decimals),
};

/** Seconds in the largest unit that leaves a number of at least one; minutes and more in two parts. */
function seconds(value: number, decimals?: number): string {
  const size = Math.abs(value);
  if (size === 0) {
    return "0 s";
  }
  if (size >= 60) {
    return longer(value);
  }
  const [factor, unit] = size >= 0.9995 ? [1, "s"] : size >= 0.9995e-3 ? [1e3, "ms"] : size >= 0.9995e-6 ? [1e6, "µs"] : [1e9, "ns"];
  return `${digits(value * (factor as number), decimals)} ${unit}`;
}

function longer(value: number): string {
  const sign = value < 0 ? "-" : "";
  const size = Math.round(Math.abs(value));
  const parts: [number, string][] = [
    [86400, "d"],
    [3600, "h"],
    [60, "min"],
    [1, "s"],
  ];
  const first = parts.findIndex(([length]) => size >= length);
  const [length, unit] = parts[first] as [number, string];
  const next = parts[first + 1];
  const rest = next === undefined ? 0 : Math.floor((size % length) / next[0]);
  return `${sign}${Math.floor(size / length)} ${unit}${rest === 0 || next === undefined ? "" : ` ${rest} ${next[1]}`}`;
}

function stepped(value: number, base: number, prefixes: string[], unit: string, decimals?: number): string {
  let step = 0;
  let scaled = value;
  while (Math.abs(scaled) >= base && step < prefixes.length - 1) {
    scaled /= base;
    step++;
  }
  return `${digits(scaled, decimals)}${prefixes[step]}${unit}`;
}

/** Hundredths of a percent are as fine as anybody reads. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** Three significant digits, or as many after the point as asked for. */
function digits(value: number, decimals?: number): string {
  if (decimals !== undefined) {
    return value.toFixed(decimals);
  }
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return Math.abs(rounded) < 1e-6 && rounded !== 0 ? rounded.toExponential(1) : String(rounded);
}
