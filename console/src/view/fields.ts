// SPDX-License-Identifier: Apache-2.0
import type { CustomConfig, FieldConfig, Mapping, Override, Panel, ThresholdStep } from "./dashboard.ts";
import { format } from "./units.ts";

const COLORS: Record<string, string> = {
  green: "#56a64b",
  yellow: "#e0b400",
  orange: "#f2801f",
  red: "#e02f44",
  blue: "#3274d9",
  purple: "#a352cc",
  gray: "#8e8e8e",
  grey: "#8e8e8e",
  text: "currentColor",
  transparent: "transparent",
};

/** A colour of Grafana's as one of CSS; shades are taken for their colour. */
export function color(name: string | undefined): string {
  const plain = (name ?? "gray").replace(/^(?:super-light|light|semi-dark|dark)-/, "");
  return COLORS[plain] ?? plain;
}

const PALETTE = [
  "#5794f2", "#73bf69", "#fade2a", "#ff9830", "#f2495c", "#b877d9", "#37c2c4", "#e57ec3",
  "#8ab8ff", "#96d98d", "#c9a400", "#c4640d", "#c4162a", "#8f3bb8", "#1f8f91", "#a1447f",
];

export function paletteColor(index: number): string {
  return PALETTE[index % PALETTE.length] as string;
}

/** The configuration of the field with that name, overrides applied. */
export function fieldOf(panel: Panel, name: string): FieldConfig {
  const defaults = panel.fieldConfig?.defaults ?? {};
  const field: FieldConfig = { ...defaults, custom: { ...defaults.custom } };
  for (const override of panel.fieldConfig?.overrides ?? []) {
    if (matches(override, name)) {
      for (const { id, value } of override.properties) {
        apply(field, id, value);
      }
    }
  }
  return field;
}

function matches(override: Override, name: string): boolean {
  const options = String(override.matcher.options);
  if (override.matcher.id === "byRegexp") {
    const parts = /^\/(.*)\/(\w*)$/.exec(options);
    return new RegExp(parts?.[1] ?? options, parts?.[2] ?? "").test(name);
  }
  return override.matcher.id === "byName" && options === name;
}

function apply(field: FieldConfig, id: string, value: unknown): void {
  if (id.startsWith("custom.")) {
    (field.custom as Record<keyof CustomConfig, unknown>)[id.slice(7) as keyof CustomConfig] = value;
  } else {
    (field as Record<string, unknown>)[id] = value;
  }
}

/** How a value shows: its text, and its colour if mappings or thresholds give one. */
export interface Shown {
  text: string;
  color: string | undefined;
}

export function shown(value: number | string | null, field: FieldConfig): Shown {
  const mapped = mapping(value, field.mappings ?? []);
  if (mapped !== undefined) {
    return { text: mapped.text ?? String(value), color: mapped.color === undefined ? undefined : color(mapped.color) };
  }
  if (typeof value === "string") {
    return { text: value, color: undefined };
  }
  return { text: format(value, field.unit, field.decimals), color: thresholdColor(value, field.thresholds?.steps ?? []) };
}

function mapping(value: number | string | null, mappings: Mapping[]): { text?: string; color?: string } | undefined {
  return mappings.filter((each) => each.type === "value").map((each) => each.options[String(value)]).find((hit) => hit);
}

/** The colour of the highest step that the value reaches. */
export function thresholdColor(value: number | null, steps: ThresholdStep[]): string | undefined {
  if (value === null) {
    return undefined;
  }
  const reached = steps.filter((step) => step.value === null || value >= step.value);
  return reached.length === 0 ? undefined : color((reached[reached.length - 1] as ThresholdStep).color);
}
