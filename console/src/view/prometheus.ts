// SPDX-License-Identifier: Apache-2.0
import type { Range } from "./time.ts";

/** One series of an answer. A range has many points; an instant has one. */
export interface RawSeries {
  metric: Record<string, string>;
  points: [number, number][];
}

/** How Prometheus is asked; tests answer from memory. */
export interface Prometheus {
  range(expr: string, range: Range, signal?: AbortSignal): Promise<RawSeries[]>;
  instant(expr: string, time: number, signal?: AbortSignal): Promise<RawSeries[]>;
  labelValues(label: string, match: string | undefined, range: Range): Promise<string[]>;
}

interface Answer {
  status: string;
  error?: string;
  data?: unknown;
}

type Sample = [number, string];

/** Through the server that this page came from. */
export const overHttp: Prometheus = {
  async range(expr, range, signal) {
    const words = { query: expr, start: String(range.from), end: String(range.to), step: String(range.step) };
    return series(await get("query_range", words, signal));
  },
  async instant(expr, time, signal) {
    return series(await get("query", { query: expr, time: String(time) }, signal));
  },
  async labelValues(label, match, range) {
    const words: Record<string, string> = { start: String(range.from), end: String(range.to) };
    if (match !== undefined) {
      words["match[]"] = match;
    }
    return (await get(`label/${label}/values`, words)) as string[];
  },
};

async function get(path: string, words: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(`api/v1/${path}?${new URLSearchParams(words)}`, signal === undefined ? {} : { signal });
  let answer: Answer;
  try {
    answer = (await response.json()) as Answer;
  } catch {
    throw new Error(`the server answered with status ${response.status} and no JSON`);
  }
  if (answer.status !== "success") {
    throw new Error(answer.error ?? `status ${response.status}`);
  }
  return answer.data;
}

/** Reads a matrix, a vector or a scalar. */
export function series(data: unknown): RawSeries[] {
  const { resultType, result } = data as { resultType: string; result: unknown };
  if (resultType === "scalar") {
    return [{ metric: {}, points: [point(result as Sample)] }];
  }
  return (result as { metric: Record<string, string>; value?: Sample; values?: Sample[] }[]).map((each) => ({
    metric: each.metric,
    points: (each.values ?? (each.value === undefined ? [] : [each.value])).map(point),
  }));
}

function point([time, text]: Sample): [number, number] {
  const value = text === "+Inf" ? Infinity : text === "-Inf" ? -Infinity : Number(text);
  return [time, value];
}
