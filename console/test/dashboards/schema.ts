// SPDX-License-Identifier: Apache-2.0
import type {
  AnnotationQuery,
  Dashboard,
  FieldConfig,
  Panel,
  RowPanel,
  TableFieldOptions,
  ThresholdsConfig,
  ValueMapping,
  VariableModel,
} from "@grafana/schema";
import type * as heatmap from "@grafana/schema/dist/esm/raw/composable/heatmap/panelcfg/x/HeatmapPanelCfg_types.gen";
import type * as stat from "@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen";
import type * as timeline from "@grafana/schema/dist/esm/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen";
import type * as table from "@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen";
import type * as timeseries from "@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen";

/**
 * Grafana's own types, as tight as JSON can be held to them: an enumeration is one of its values, and each kind of panel
 * has its own options and field settings. `Dashboard` itself lets any option of any panel pass.
 */
type Wire<T> = T extends string
  ? `${T}`
  : T extends number
    ? number extends T
      ? number
      : `${T}` extends `${infer N extends number}`
        ? N
        : never
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [Key in keyof T]: Wire<T[Key]> }
        : T;

interface DataSource {
  type: "prometheus";
  uid: "${datasource}";
}

interface Target {
  refId: string;
  datasource: DataSource;
  editorMode: "code";
  expr: string;
  format: "table" | "time_series";
  instant: boolean;
  range: boolean;
  legendFormat?: string;
}

type Setting<Custom> =
  | { id: "unit"; value: string }
  | { id: "thresholds"; value: ThresholdsConfig }
  | { id: "mappings"; value: ValueMapping[] }
  | { id: "links"; value: { title: string; url: string }[] }
  | { [Key in keyof Custom & string]-?: { id: `custom.${Key}`; value: Exclude<Custom[Key], undefined> } }[keyof Custom &
      string];

interface Override<Custom> {
  matcher: { id: "byName" | "byRegexp"; options: string };
  properties: Setting<Custom>[];
}

type Transformation =
  | { id: "merge"; options: Record<string, never> }
  | {
      id: "organize";
      options: {
        excludeByName: Record<string, boolean>;
        indexByName: Record<string, number>;
        renameByName: Record<string, string>;
      };
    };

type PanelOf<Type extends string, Options, Custom> = Wire<
  Pick<Required<Panel>, "id" | "title" | "description" | "gridPos"> & {
    type: Type;
    datasource: DataSource;
    targets: Target[];
    fieldConfig: {
      defaults: Omit<FieldConfig, "custom"> & { custom?: Custom };
      overrides: Override<Custom>[];
    };
    options: Options;
    transformations?: Transformation[];
  }
>;

/** The panels that dashboards use, by their `type`. */
export interface Panels {
  timeseries: PanelOf<"timeseries", timeseries.Options, timeseries.FieldConfig>;
  stat: PanelOf<"stat", stat.Options, Record<never, never>>;
  table: PanelOf<"table", table.Options, TableFieldOptions>;
  "state-timeline": PanelOf<"state-timeline", timeline.Options, timeline.FieldConfig>;
  heatmap: PanelOf<"heatmap", heatmap.Options, heatmap.FieldConfig>;
  row: Wire<RowPanel>;
}

/** What stands around the panels. */
export type Frame = Wire<
  Omit<Dashboard, "panels" | "annotations" | "templating"> & {
    panels: never[];
    annotations: {
      list: (Omit<AnnotationQuery, "target"> & {
        target: { refId: string; expr: string };
        titleFormat: string;
        textFormat: string;
        tagKeys: string;
      })[];
    };
    templating: { list: VariableModel[] };
  }
>;
