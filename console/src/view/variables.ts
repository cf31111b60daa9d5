// SPDX-License-Identifier: Apache-2.0
import type { Dashboard, VariableJson } from "./dashboard.ts";
import type { Prometheus, RawSeries } from "./prometheus.ts";
import type { Range } from "./time.ts";

/** What can be chosen for a variable. */
export interface Option {
  value: string;
  text: string;
}

/** A variable with what can be chosen and what is. */
export interface Variable {
  name: string;
  label: string;
  multi: boolean;
  includeAll: boolean;
  allValue: string;
  options: Option[];
  chosen: string[];
}

export const ALL = "$__all";

/** Replaces `$name`, `${name}` and `[[name]]`; several values become a regular expression, as in Grafana. */
export function interpolate(text: string, values: Record<string, string>): string {
  return text.replace(/\$(\w+)|\$\{(\w+)(?::\w+)?\}|\[\[(\w+)\]\]/g, (whole, bare, braced, old) => {
    const value = values[(bare ?? braced ?? old) as string];
    return value ?? whole;
  });
}

/** The value of a variable inside an expression. */
export function chosenText(variable: Variable): string {
  if (variable.chosen.includes(ALL)) {
    return variable.allValue;
  }
  return variable.chosen.length === 1 && !variable.multi
    ? (variable.chosen[0] as string)
    : variable.chosen.map(escaped).join("|") || "^$";
}

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|]/g, "\\\\$&");
}

/** Asks for what can be chosen, in order: a later variable may depend on an earlier one. */
export async function resolve(
  dashboard: Dashboard,
  prometheus: Prometheus,
  range: Range,
  wanted: Record<string, string[]>,
  builtIn: Record<string, string>,
): Promise<Variable[]> {
  const resolved: Variable[] = [];
  const values: Record<string, string> = { ...builtIn };
  for (const json of dashboard.templating?.list ?? []) {
    if (json.type !== "query") {
      continue;
    }
    const options = await ask(interpolate(text(json), values), json.regex ?? "", prometheus, range);
    const variable: Variable = {
      name: json.name,
      label: json.label ?? json.name,
      multi: json.multi === true,
      includeAll: json.includeAll === true,
      allValue: json.allValue ?? ".*",
      options,
      chosen: chosen(json, options, wanted[json.name] ?? []),
    };
    values[json.name] = chosenText(variable);
    resolved.push(variable);
  }
  return resolved;
}

function text(json: VariableJson): string {
  return typeof json.query === "string" ? json.query : (json.query?.query ?? "");
}

/** What was chosen before if it is still there, else all, else the first. */
function chosen(json: VariableJson, options: Option[], before: string[]): string[] {
  const still = before.filter((value) => value === ALL || options.some((option) => option.value === value));
  if (still.length > 0) {
    return still;
  }
  if (json.includeAll === true) {
    return [ALL];
  }
  return options.slice(0, 1).map((option) => option.value);
}

async function ask(query: string, regex: string, prometheus: Prometheus, range: Range): Promise<Option[]> {
  const ofLabel = /^\s*label_values\(\s*(?:(.+)\s*,\s*)?([A-Za-z_]\w*)\s*\)\s*$/s.exec(query);
  if (ofLabel !== null) {
    const found = await prometheus.labelValues(ofLabel[2] as string, ofLabel[1], range);
    return sorted(filtered(found, regex));
  }
  const ofQuery = /^\s*query_result\((.+)\)\s*$/s.exec(query);
  if (ofQuery !== null) {
    return sorted(filtered((await prometheus.instant(ofQuery[1] as string, range.to)).map(line), regex));
  }
  return [];
}

/** A sample as Grafana shows it to the regular expression of a variable. */
function line(series: RawSeries): string {
  const labels = Object.entries(series.metric)
    .filter(([name]) => name !== "__name__")
    .map(([name, value]) => `${name}="${value}"`);
  const point = series.points[0] ?? [0, 0];
  return `${series.metric["__name__"] ?? ""}{${labels.join(",")}} ${point[1]} ${point[0] * 1000}`;
}

/** Applies `/…/` with the groups `value` and `text`, or the first group, or the whole match. */
export function filtered(lines: string[], regex: string): Option[] {
  const parts = /^\/(.*)\/([gimsuy]*)$/s.exec(regex);
  if (regex === "") {
    return lines.map((value) => ({ value, text: value }));
  }
  const pattern = new RegExp(parts?.[1] ?? regex, (parts?.[2] ?? "").replace("g", "") + "g");
  const options = new Map<string, Option>();
  for (const each of lines) {
    let value: string | undefined;
    let shown: string | undefined;
    for (const match of each.matchAll(pattern)) {
      value ??= match.groups === undefined ? (match[1] ?? match[0]) : match.groups["value"];
      shown ??= match.groups?.["text"];
    }
    if (value !== undefined) {
      options.set(value, { value, text: shown ?? value });
    }
  }
  return [...options.values()];
}

function sorted(options: Option[]): Option[] {
  return options.sort((a, b) => a.text.localeCompare(b.text, undefined, { numeric: true }));
}
