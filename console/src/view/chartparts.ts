// SPDX-License-Identifier: Apache-2.0
import type uPlot from "uplot";
import type { FieldConfig } from "./dashboard.ts";
import { color } from "./fields.ts";
import { cssColor } from "./look.ts";
import type { Series } from "./series.ts";
import type { Mark } from "./state.ts";
import { clock } from "./time.ts";
import { format } from "./units.ts";

const TOOLTIP_LINES_MAX = 12;
const BINARY_UNITS = new Set(["bytes", "binBps"]);
const POWERS_OF_TWO = Array.from({ length: 60 }, (_, power) => 2 ** power);

/** A series with how it is drawn. */
export interface Line extends Series {
  field: FieldConfig;
  color: string;
}

export function axes(unit: string | undefined, lines: Line[]): uPlot.Axis[] {
  const common = {
    stroke: cssColor("faint"),
    font: `11px ${cssColor("font")}`,
    grid: { stroke: cssColor("line"), width: 1 },
    ticks: { show: false },
  };
  const shownUnit = unit ?? lines[0]?.field.unit;
  return [
    { ...common, space: 70, size: 26, values: (plot, splits) => splits.map((split) => time(split, plot)) },
    {
      ...common,
      space: 34,
      ...(BINARY_UNITS.has(shownUnit ?? "") ? { incrs: POWERS_OF_TWO } : {}),
      size: (_plot, values) => 16 + 6.6 * Math.max(3, ...(values ?? []).map((value) => value.length)),
      values: (_plot, splits) => splits.map((split) => (split === null ? "" : format(split, shownUnit))),
    },
  ];
}

function time(seconds: number, plot: uPlot): string {
  const length = (plot.scales["x"]?.max ?? 0) - (plot.scales["x"]?.min ?? 0);
  const date = new Date(seconds * 1000);
  if (length > 2 * 86400) {
    return date.toLocaleDateString([], { month: "short", day: "numeric" });
  }
  return length > 1200 ? clock(seconds).slice(0, 5) : clock(seconds);
}

/** Dashed lines at the thresholds of the panel, where it wants them. */
export function thresholds(field: FieldConfig): uPlot.Plugin {
  const steps = field.custom?.thresholdsStyle?.mode === "dashed" ? (field.thresholds?.steps ?? []) : [];
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox } = plot;
        for (const step of steps) {
          if (step.value === null || step.value > (plot.scales["y"]?.max ?? Infinity)) {
            continue;
          }
          const y = Math.round(plot.valToPos(step.value, "y", true));
          ctx.save();
          ctx.strokeStyle = color(step.color);
          ctx.lineWidth = 1.5;
          ctx.setLineDash([6, 5]);
          ctx.beginPath();
          ctx.moveTo(bbox.left, y);
          ctx.lineTo(bbox.left + bbox.width, y);
          ctx.stroke();
          ctx.restore();
        }
      },
    },
  };
}

/** Bands where an annotation marks a stretch of time. */
export function marking(marks: () => Mark[]): uPlot.Plugin {
  return {
    hooks: {
      drawClear: (plot) => {
        const { ctx, bbox } = plot;
        for (const mark of marks()) {
          const left = Math.max(bbox.left, plot.valToPos(mark.from, "x", true));
          const right = Math.min(bbox.left + bbox.width, plot.valToPos(mark.to, "x", true));
          if (right < left) {
            continue;
          }
          ctx.save();
          ctx.fillStyle = color(mark.color);
          ctx.globalAlpha = 0.05;
          ctx.fillRect(left, bbox.top, Math.max(right - left, 2), bbox.height);
          ctx.globalAlpha = 0.7;
          ctx.fillRect(left, bbox.top, 1.5, bbox.height);
          ctx.restore();
        }
      },
    },
  };
}

/** Names and values under the cursor, the largest first. */
export function tooltip(lines: Line[]): uPlot.Plugin {
  let box: HTMLDivElement;
  return {
    hooks: {
      init: (plot) => {
        box = document.createElement("div");
        box.className = "tip";
        box.hidden = true;
        plot.over.appendChild(box);
        plot.over.addEventListener("mouseleave", () => (box.hidden = true));
      },
      setCursor: (plot) => {
        const { idx, left, top } = plot.cursor;
        if (idx === null || idx === undefined || left === undefined || left < 0 || !plot.over.matches(":hover")) {
          box.hidden = true;
          return;
        }
        fill(box, lines, idx, (plot.data[0] as number[])[idx] ?? 0);
        box.hidden = false;
        const right = left > plot.over.clientWidth / 2;
        box.style.transform = `translate(${right ? left - box.offsetWidth - 12 : left + 12}px, ${(top ?? 0) / 3}px)`;
      },
    },
  };
}

function fill(box: HTMLDivElement, lines: Line[], index: number, seconds: number): void {
  const found = lines
    .map((line) => ({ line, value: line.values[index] ?? null }))
    .filter((each) => each.value !== null)
    .sort((a, b) => (b.value as number) - (a.value as number));
  const rows = found.slice(0, TOOLTIP_LINES_MAX).map(({ line, value }) => {
    const row = document.createElement("div");
    const swatch = document.createElement("i");
    swatch.style.background = line.color;
    const amount = document.createElement("b");
    amount.textContent = format(value, line.field.unit, line.field.decimals);
    row.append(swatch, line.name, amount);
    return row;
  });
  const head = document.createElement("div");
  head.className = "when";
  head.textContent = clock(seconds, true);
  const more = found.length - rows.length;
  box.replaceChildren(head, ...rows, ...(more > 0 ? [`and ${more} more`] : []));
}
