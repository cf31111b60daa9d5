// SPDX-License-Identifier: Apache-2.0
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Tests run in the folder `console`. */
export const DASHBOARDS = join("..", "deploy", "grafana");

/** As much of a dashboard file as the checks look into. */
export interface DashboardFile {
  readonly uid: string;
  readonly panels: readonly PanelPart[];
  readonly templating: { readonly list: readonly VariablePart[] };
  readonly annotations: { readonly list: readonly { readonly target: { readonly expr: string } }[] };
}

export interface PanelPart {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

export interface VariablePart {
  readonly name: string;
  readonly type: string;
  readonly query: string;
}

/** All files, by their names without `.json`. */
export function dashboards(): Map<string, DashboardFile> {
  const names = readdirSync(DASHBOARDS).filter((name) => name.endsWith(".json"));
  return new Map(names.map((name) => [name.replace(".json", ""), read(join(DASHBOARDS, name)) as DashboardFile]));
}

/** What each metric is called, and the labels that its series can have: `./lockstep dashboards --series`. */
export function knownSeries(): Map<string, readonly string[]> {
  return new Map(Object.entries(read(join("test", "dashboards", "series.json")) as Record<string, string[]>));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
