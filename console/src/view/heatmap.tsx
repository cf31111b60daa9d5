// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from "preact/hooks";
import { heatColor, lowered, narrowed } from "./heat.ts";
import { cssColor, cssRgb, fitted, isDark, prepared, themeTurn } from "./look.ts";
import type { Drawing } from "./panel.tsx";
import { Tip, roomForNames, rowsOf, timeAxis, type Pointed } from "./rows.tsx";
import { clock, grid } from "./time.ts";
import { format } from "./units.ts";

const AXIS = 22;
const SCALE = 26;
const ROW_MIN = 3;

/** A row for each series, a cell for each moment. Where there is less room than cells the MAXIMUM is shown. */
export function Heatmap({ panel, answer, width, height }: Drawing) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const theme = themeTurn.value;
  const rows = rowsOf(panel, answer).reverse();
  const times = grid(answer.range);
  const look = panel.options?.color ?? {};
  const unit = panel.options?.cellValues?.unit ?? panel.fieldConfig?.defaults.unit;
  const left = roomForNames(rows, width);
  const most = look.max ?? highest(rows.map((row) => row.values));
  const area = { left, width: width - left - 8, height: height - AXIS - SCALE };
  const shownRows = lowered(rows.map((row) => row.values), Math.max(1, Math.floor(area.height / ROW_MIN)));
  const merged = shownRows.length < rows.length;
  useEffect(() => {
    const context = prepared(canvas.current as HTMLCanvasElement, width, height);
    const background = cssRgb("panel");
    const dark = isDark();
    const rowHeight = area.height / shownRows.length;
    shownRows.forEach((values, index) => {
      const columns = narrowed(values, Math.max(1, Math.floor(area.width)));
      const cell = area.width / columns.length;
      columns.forEach((value, column) => {
        if (value !== null) {
          context.fillStyle = heatColor(look.scheme, (value / most) ** (look.exponent ?? 1), background, dark);
          context.fillRect(left + column * cell, index * rowHeight, cell + 0.6, Math.max(1, rowHeight - (rowHeight > 8 ? 1 : 0)));
        }
      });
    });
    context.fillStyle = cssColor("faint");
    context.textAlign = "right";
    context.textBaseline = "middle";
    const every = Math.ceil(13 / (area.height / rows.length));
    rows.forEach((row, index) => {
      if (index % every === 0) {
        context.fillText(fitted(context, row.name, left - 10), left - 8, ((index + 0.5) * area.height) / rows.length);
      }
    });
    timeAxis(context, times, left, area.width, area.height + 12);
    colorScale(context, left, area.height + AXIS + 6, (share) => heatColor(look.scheme, share ** (look.exponent ?? 1), background, dark), most, unit);
  }, [answer, width, height, theme]);
  const point = (event: MouseEvent) => {
    const column = Math.floor(((event.offsetX - left) / area.width) * times.length);
    const row = rows[Math.floor((event.offsetY / area.height) * rows.length)];
    const value = row?.values[column] ?? null;
    const time = times[column];
    setPointed(
      row === undefined || time === undefined || column < 0
        ? undefined
        : { x: event.offsetX, y: event.offsetY, lines: [clock(time, true), `${row.name}: ${format(value, unit)}`] },
    );
  };
  return (
    <div class="canvas">
      <canvas ref={canvas} onMouseMove={point} onMouseLeave={() => setPointed(undefined)} />
      {merged && <span class="note">{rows.length} rows on {shownRows.length} lines, the highest of each</span>}
      <Tip pointed={pointed} width={width} />
    </div>
  );
}

function highest(rows: (number | null)[][]): number {
  let most = 0;
  for (const row of rows) {
    for (const value of row) {
      most = value !== null && Number.isFinite(value) && value > most ? value : most;
    }
  }
  return most === 0 ? 1 : most;
}

function colorScale(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  colorOf: (share: number) => string,
  most: number,
  unit: string | undefined,
): void {
  const width = 160;
  for (let x = 0; x < width; x++) {
    context.fillStyle = colorOf(x / width);
    context.fillRect(left + x, top, 1.2, 8);
  }
  context.fillStyle = cssColor("faint");
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(`0 to ${format(most, unit)}`, left + width + 8, top + 4);
}
