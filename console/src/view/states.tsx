// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from "preact/hooks";
import type { Panel } from "./dashboard.ts";
import { color, fieldOf, shown } from "./fields.ts";
import { segments } from "./heat.ts";
import { cssColor, fitted, prepared, themeTurn } from "./look.ts";
import type { Drawing } from "./panel.tsx";
import { Tip, roomForNames, rowsOf, timeAxis, type Pointed } from "./rows.tsx";
import { clock, grid } from "./time.ts";

const AXIS = 22;
const LEGEND = 22;

/** A band for each series, one piece for each stretch in which its state did not change. */
export function StateTimeline({ panel, answer, width, height }: Drawing) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const theme = themeTurn.value;
  const rows = rowsOf(panel, answer);
  const times = grid(answer.range);
  const field = fieldOf(panel, "");
  const left = roomForNames(rows, width);
  const area = { width: width - left - 8, height: height - AXIS - LEGEND };
  const rowHeight = Math.min(44, area.height / rows.length);
  useEffect(() => {
    const context = prepared(canvas.current as HTMLCanvasElement, width, height - LEGEND);
    const step = area.width / times.length;
    context.textBaseline = "middle";
    rows.forEach((row, index) => {
      const top = index * rowHeight;
      context.fillStyle = cssColor("faint");
      context.textAlign = "right";
      context.fillText(fitted(context, row.name, left - 10), left - 8, top + rowHeight / 2);
      context.textAlign = "left";
      for (const segment of segments(row.values)) {
        const { text, color: fill } = shown(segment.value, field);
        const x = left + segment.from * step;
        const long = (segment.to - segment.from + 1) * step;
        context.fillStyle = fill ?? "#5794f2";
        context.fillRect(x, top + 1, long - 0.5, Math.max(2, rowHeight - 3));
        if (rowHeight > 13) {
          context.fillStyle = "#fff";
          context.fillText(fitted(context, text, long - 10), x + 6, top + rowHeight / 2);
        }
      }
    });
    timeAxis(context, times, left, area.width, Math.min(rows.length * rowHeight + 12, height - LEGEND - 8));
  }, [answer, width, height, theme]);
  const point = (event: MouseEvent) => {
    const column = Math.floor(((event.offsetX - left) / area.width) * times.length);
    const row = rows[Math.floor(event.offsetY / rowHeight)];
    const value = row?.values[column] ?? null;
    const time = times[column];
    setPointed(
      row === undefined || time === undefined || value === null
        ? undefined
        : { x: event.offsetX, y: event.offsetY, lines: [clock(time, true), `${row.name}: ${shown(value, field).text}`] },
    );
  };
  return (
    <div class="canvas">
      <canvas ref={canvas} onMouseMove={point} onMouseLeave={() => setPointed(undefined)} />
      <StateLegend panel={panel} />
      <Tip pointed={pointed} width={width} />
    </div>
  );
}

function StateLegend({ panel }: { panel: Panel }) {
  const states = (panel.fieldConfig?.defaults.mappings ?? []).flatMap((mapping) => Object.values(mapping.options));
  return (
    <div class="states">
      {states.map((state) => (
        <span>
          <i style={{ background: color(state.color) }} />
          {state.text}
        </span>
      ))}
    </div>
  );
}
