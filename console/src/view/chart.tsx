// SPDX-License-Identifier: Apache-2.0
import { useEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import { axes, marking, thresholds, tooltip, type Line } from "./chartparts.ts";
import type { Panel } from "./dashboard.ts";
import { fieldOf, paletteColor } from "./fields.ts";
import { cssColor, themeTurn } from "./look.ts";
import type { Answer, Drawing } from "./panel.tsx";
import { aligned, byName, CALC_NAMES, legend, reduced, stacked, type Series } from "./series.ts";
import { marks } from "./state.ts";
import { grid } from "./time.ts";
import { format } from "./units.ts";

const SERIES_MAX = 100;
const LEGEND_LINE = 19;

/** Lines over time, and below them a table of their names with the largest and last value. */
export function Chart({ panel, answer, width, height }: Drawing) {
  const lines = useMemo(() => linesOf(panel, answer), [panel, answer]);
  const shownLines = lines.slice(0, SERIES_MAX);
  const legendHeight = legendPixels(panel, shownLines.length, height);
  const place = useRef<HTMLDivElement>(null);
  const theme = themeTurn.value;
  const marked = marks.value;
  useEffect(() => {
    const target = place.current as HTMLDivElement;
    const plot = new uPlot(options(panel, shownLines, width, height - legendHeight), data(panel, shownLines, answer), target);
    return () => plot.destroy();
  }, [shownLines.length, answer, width, height, theme, marked]);
  return (
    <div class="chart">
      <div ref={place} />
      {legendHeight > 0 && (
        <Legend panel={panel} lines={shownLines} height={legendHeight} left={lines.length - shownLines.length} />
      )}
    </div>
  );
}

function linesOf(panel: Panel, answer: Answer): Line[] {
  const times = grid(answer.range);
  const series: Series[] = answer.frames.flatMap((frame) => {
    const target = panel.targets?.find((each) => each.refId === frame.refId);
    const ofFrame = frame.series.map((raw) => aligned(raw, times, legend(target?.legendFormat, raw.metric)));
    return ofFrame.sort(byName);
  });
  return series.map((each, index) => {
    const field = fieldOf(panel, each.name);
    return { ...each, field, color: paletteColor(index) };
  });
}

function data(panel: Panel, lines: Line[], answer: Answer): uPlot.AlignedData {
  const stacking = panel.fieldConfig?.defaults.custom?.stacking?.mode === "normal";
  const logarithmic = isLogarithmic(panel);
  const values = lines.map((line) =>
    line.values.map((value) => (value === null || !Number.isFinite(value) || (logarithmic && value <= 0) ? null : value)),
  );
  return [grid(answer.range), ...(stacking ? stacked(values) : values)] as uPlot.AlignedData;
}

function isLogarithmic(panel: Panel): boolean {
  return panel.fieldConfig?.defaults.custom?.scaleDistribution?.type === "log";
}

function options(panel: Panel, lines: Line[], width: number, height: number): uPlot.Options {
  const defaults = panel.fieldConfig?.defaults ?? {};
  const stacking = defaults.custom?.stacking?.mode === "normal";
  return {
    width,
    height: Math.max(height, 60),
    padding: [8, 26, 0, 0],
    legend: { show: false },
    cursor: { points: { size: 6 }, drag: { x: false, y: false }, sync: { key: "lockstep" } },
    scales: {
      x: { time: true },
      y: isLogarithmic(panel)
        ? { distr: 3, log: 10 }
        : { range: (_plot, low, high) => bounds(low, high, defaults.min, defaults.max) },
    },
    axes: axes(defaults.unit, lines),
    series: [{}, ...lines.map((line) => seriesOptions(line, stacking))],
    bands: stacking ? lines.slice(1).map((_, index) => ({ series: [index + 2, index + 1] })) : [],
    plugins: [marking(() => marks.value), thresholds(defaults), tooltip(lines)],
  };
}

/** Where the axis ends: at what the panel says, else a little beyond the data. */
function bounds(low: number | null, high: number | null, min?: number, max?: number): [number, number] {
  const least = min ?? Math.min(0, low ?? 0);
  const most = high ?? 1;
  if (max !== undefined && most <= max) {
    return [least, max];
  }
  return [least, most <= least ? least + 1 : most + (most - least) * 0.08];
}

function seriesOptions(line: Line, stacking: boolean): uPlot.Series {
  const custom = line.field.custom ?? {};
  const dash = custom.lineStyle?.fill === "dash" ? (custom.lineStyle.dash ?? [8, 6]) : undefined;
  const opacity = Math.round((custom.fillOpacity ?? 0) * 2.55);
  return {
    label: line.name,
    stroke: line.color,
    width: Math.max(1.25, custom.lineWidth ?? 1),
    points: { show: line.values.filter((value) => value !== null).length < 3, size: 5 },
    ...(dash === undefined ? {} : { dash }),
    ...(opacity === 0 && !stacking ? {} : { fill: line.color + opacity.toString(16).padStart(2, "0") }),
  };
}

function legendPixels(panel: Panel, lines: number, height: number): number {
  if (panel.options?.legend?.showLegend === false || height < 120) {
    return 0;
  }
  const fitting = Math.max(2, Math.floor((height * 0.36) / LEGEND_LINE) - 1);
  return (Math.min(lines, fitting) + 1) * LEGEND_LINE;
}

function Legend({ panel, lines, height, left }: { panel: Panel; lines: Line[]; height: number; left: number }) {
  const calcs = panel.options?.legend?.calcs ?? [];
  return (
    <div class="legend" style={{ height: `${height}px`, color: cssColor("text") }}>
      <table>
        <thead>
          <tr>
            <th>{left > 0 ? `the first ${lines.length} of ${lines.length + left}` : ""}</th>
            {calcs.map((calc) => <th class="number">{CALC_NAMES[calc] ?? calc}</th>)}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              <td>
                <i style={{ background: line.color }} />
                {line.name}
              </td>
              {calcs.map((calc) => (
                <td class="number">{format(reduced(calc, line.values), line.field.unit, line.field.decimals)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
