// SPDX-License-Identifier: Apache-2.0
import { computed, signal } from "@preact/signals";
import type { AnnotationJson, Dashboard } from "./dashboard.ts";
import { overHttp, type Prometheus } from "./prometheus.ts";
import { builtIns, rangeUntil, type Range } from "./time.ts";
import { chosenText, interpolate, resolve, type Variable } from "./variables.ts";

const POINTS_MAX = 400;

/** A stretch of time that an annotation marks. */
export interface Mark {
  from: number;
  to: number;
  title: string;
  text: string;
  color: string;
}

/** What the whole page shows; panels read it and ask again when it changes. */
export const prometheus: Prometheus = overHttp;
export const dashboards = signal<{ name: string; dashboard: Dashboard }[]>([]);
export const current = signal<{ name: string; dashboard: Dashboard } | undefined>(undefined);
export const from = signal("now-1h");
export const range = signal<Range>(rangeUntil(Date.now() / 1000, "now-1h", POINTS_MAX));
export const variables = signal<Variable[]>([]);
export const marks = signal<Mark[]>([]);
export const problem = signal<string | undefined>(undefined);
/** Grows whenever panels have to ask again. */
export const turn = signal(0);

export const values = computed(() => {
  const all = builtIns(range.value);
  for (const variable of variables.value) {
    all[variable.name] = chosenText(variable);
  }
  return all;
});

/** Reads the list of dashboards, then shows the one that the address names. */
export async function start(): Promise<void> {
  try {
    const names = (await (await fetch("dashboards")).json()) as string[];
    dashboards.value = await Promise.all(names.map(read));
    await follow();
  } catch (error) {
    problem.value = `The dashboards cannot be read: ${message(error)}`;
  }
}

async function read(name: string): Promise<{ name: string; dashboard: Dashboard }> {
  const response = await fetch(`dashboards/${encodeURIComponent(name)}`);
  return { name, dashboard: (await response.json()) as Dashboard };
}

/** Takes dashboard, time and variables from the part of the address after `#`. */
export async function follow(): Promise<void> {
  const words = new URLSearchParams(location.hash.slice(1));
  const wanted = words.get("d");
  const found = dashboards.value.find((each) => each.name === wanted || each.dashboard.uid === wanted);
  const chosen = found ?? dashboards.value[0];
  if (chosen === undefined) {
    problem.value = "There is no dashboard to show.";
    return;
  }
  current.value = chosen;
  from.value = words.get("from") ?? chosen.dashboard.time?.from ?? "now-1h";
  document.title = chosen.dashboard.title;
  await refresh(wantedValues(words));
}

function wantedValues(words: URLSearchParams): Record<string, string[]> {
  const wanted: Record<string, string[]> = {};
  words.forEach((value, key) => {
    if (key.startsWith("var-")) {
      (wanted[key.slice(4)] ??= []).push(value);
    }
  });
  return wanted;
}

/** Moves the range to now and asks again for everything; what is chosen stays. */
export async function refresh(wanted?: Record<string, string[]>): Promise<void> {
  const shown = current.value;
  if (shown === undefined) {
    return;
  }
  range.value = rangeUntil(Date.now() / 1000, from.value, POINTS_MAX);
  const chosen = wanted ?? Object.fromEntries(variables.value.map((each) => [each.name, each.chosen]));
  try {
    variables.value = await resolve(shown.dashboard, prometheus, range.value, chosen, builtIns(range.value));
    problem.value = undefined;
  } catch (error) {
    problem.value = `Prometheus does not tell what can be chosen: ${message(error)}`;
  }
  turn.value++;
  marks.value = (await Promise.all((shown.dashboard.annotations?.list ?? []).map(marksOf))).flat();
}

async function marksOf(annotation: AnnotationJson): Promise<Mark[]> {
  const expr = annotation.target?.expr ?? annotation.expr;
  if (annotation.enable === false || expr === undefined) {
    return [];
  }
  try {
    const step = range.value.step;
    const found = await prometheus.range(interpolate(expr, values.value), range.value);
    return found.flatMap((series) => {
      const fill = (format: string | undefined) =>
        (format ?? "").replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => series.metric[label] ?? "");
      const title = fill(annotation.titleFormat) || annotation.name;
      const text = fill(annotation.textFormat).replace(/\s+/g, " ");
      return stretches(series.points, step).map(([begin, end]) => {
        return { from: begin, to: end, title, text, color: annotation.iconColor ?? "red" };
      });
    });
  } catch {
    return [];
  }
}

function stretches(points: [number, number][], step: number): [number, number][] {
  const found: [number, number][] = [];
  for (const [time, value] of points) {
    const last = found[found.length - 1];
    if (value === 0) {
      continue;
    }
    if (last !== undefined && time - last[1] <= step) {
      last[1] = time;
    } else {
      found.push([time, time]);
    }
  }
  return found;
}

/** The address of this page with other words after `#`; those of variables keep what is chosen. */
export function address(name: string, changes: { from?: string; chosen?: Record<string, string[]> } = {}): string {
  const words = new URLSearchParams({ d: name, from: changes.from ?? from.value });
  const chosen = { ...Object.fromEntries(variables.value.map((each) => [each.name, each.chosen])), ...changes.chosen };
  for (const [variable, all] of Object.entries(chosen)) {
    all.forEach((value) => words.append(`var-${variable}`, value));
  }
  const theme = new URLSearchParams(location.hash.slice(1)).get("theme");
  if (theme !== null) {
    words.set("theme", theme);
  }
  return `#${words}`;
}

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
