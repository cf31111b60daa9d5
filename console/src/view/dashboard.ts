// SPDX-License-Identifier: Apache-2.0

/** The part of Grafana's dashboard JSON that the viewer understands; everything else is ignored. */
export interface Dashboard {
  uid?: string;
  title: string;
  description?: string;
  time?: { from: string; to: string };
  panels: Panel[];
  templating?: { list: VariableJson[] };
  annotations?: { list: AnnotationJson[] };
}

export interface Panel {
  id: number;
  type: string;
  title?: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  collapsed?: boolean;
  panels?: Panel[];
  targets?: Target[];
  fieldConfig?: { defaults: FieldConfig; overrides?: Override[] };
  options?: PanelOptions;
  transformations?: Transformation[];
}

export interface Target {
  refId: string;
  expr: string;
  format?: string;
  instant?: boolean;
  range?: boolean;
  legendFormat?: string;
  hide?: boolean;
}

export interface FieldConfig {
  unit?: string;
  decimals?: number;
  min?: number;
  max?: number;
  thresholds?: { mode: string; steps: ThresholdStep[] };
  mappings?: Mapping[];
  links?: { title: string; url: string }[];
  color?: { mode: string; fixedColor?: string };
  custom?: CustomConfig;
}

export interface ThresholdStep {
  color: string;
  value: number | null;
}

export interface Mapping {
  type: string;
  options: Record<string, { text?: string; color?: string; index?: number }>;
}

export interface CustomConfig {
  drawStyle?: string;
  lineWidth?: number;
  fillOpacity?: number;
  lineStyle?: { fill: string; dash?: number[] };
  lineInterpolation?: string;
  stacking?: { mode: string };
  scaleDistribution?: { type: string; log?: number };
  thresholdsStyle?: { mode: string };
  cellOptions?: { type: string };
  width?: number;
  align?: string;
}

export interface Override {
  matcher: { id: string; options: unknown };
  properties: { id: string; value: unknown }[];
}

export interface PanelOptions {
  content?: string;
  colorMode?: string;
  reduceOptions?: { calcs: string[] };
  legend?: { displayMode?: string; showLegend?: boolean; calcs?: string[] };
  tooltip?: { mode?: string; sort?: string };
  color?: { scheme?: string; exponent?: number; scale?: string; min?: number; max?: number };
  cellValues?: { unit?: string };
  sortBy?: { displayName: string; desc?: boolean }[];
}

export interface Transformation {
  id: string;
  options: {
    excludeByName?: Record<string, boolean>;
    indexByName?: Record<string, number>;
    renameByName?: Record<string, string>;
  };
}

export interface VariableJson {
  name: string;
  label?: string;
  type: string;
  query?: string | { query: string };
  regex?: string;
  multi?: boolean;
  includeAll?: boolean;
  allValue?: string | null;
  hide?: number;
}

export interface AnnotationJson {
  name: string;
  enable?: boolean;
  iconColor?: string;
  expr?: string;
  target?: { expr?: string };
  titleFormat?: string;
  textFormat?: string;
}

/** A row's heading and the panels that stand under it. */
export interface Section {
  title: string;
  collapsed: boolean;
  panels: Panel[];
}

/** Cuts the panels at the rows, so that a section can be folded without leaving a hole. */
export function sections(panels: Panel[]): Section[] {
  const ordered = [...panels].sort((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x);
  const found: Section[] = [];
  for (const panel of ordered) {
    if (panel.type === "row") {
      found.push({ title: panel.title ?? "", collapsed: panel.collapsed === true, panels: [...(panel.panels ?? [])] });
      continue;
    }
    if (found.length === 0) {
      found.push({ title: "", collapsed: false, panels: [] });
    }
    (found[found.length - 1] as Section).panels.push(panel);
  }
  return found;
}
