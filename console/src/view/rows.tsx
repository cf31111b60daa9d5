// SPDX-License-Identifier: Apache-2.0
import type { Panel } from "./dashboard.ts";
import { cssColor } from "./look.ts";
import type { Answer } from "./panel.tsx";
import { aligned, byName, legend, type Series } from "./series.ts";
import { clock, grid } from "./time.ts";

/** What the pointer is over. */
export interface Pointed {
  x: number;
  y: number;
  lines: string[];
}

/** The series of a panel that draws a row for each, by name. */
export function rowsOf(panel: Panel, answer: Answer): Series[] {
  const times = grid(answer.range);
  return answer.frames
    .flatMap((frame) => {
      const target = panel.targets?.find((each) => each.refId === frame.refId);
      return frame.series.map((raw) => aligned(raw, times, legend(target?.legendFormat, raw.metric)));
    })
    .sort(byName);
}

/** Pixels before the first cell, so that names fit where they are not too long. */
export function roomForNames(rows: Series[], width: number): number {
  return Math.min(width * 0.3, 24 + 6.8 * Math.max(...rows.map((row) => row.name.length)));
}

export function timeAxis(
  context: CanvasRenderingContext2D,
  times: number[],
  left: number,
  width: number,
  y: number,
): void {
  const count = Math.max(2, Math.floor(width / 110));
  const long = (times[times.length - 1] as number) - (times[0] as number) > 1200;
  context.fillStyle = cssColor("faint");
  context.textBaseline = "middle";
  for (let i = 0; i <= count; i++) {
    const index = Math.round((i * (times.length - 1)) / count);
    context.textAlign = i === 0 ? "left" : i === count ? "right" : "center";
    const label = clock(times[index] as number);
    context.fillText(long ? label.slice(0, 5) : label, left + (index / Math.max(1, times.length - 1)) * width, y);
  }
}

export function Tip({ pointed, width }: { pointed: Pointed | undefined; width: number }) {
  if (pointed === undefined) {
    return null;
  }
  const side = pointed.x > width / 2 ? { right: `${width - pointed.x + 12}px` } : { left: `${pointed.x + 12}px` };
  return (
    <div class="tip" style={{ ...side, top: `${pointed.y}px` }}>
      {pointed.lines.map((line, index) => (
        <div class={index === 0 ? "when" : ""}>{line}</div>
      ))}
    </div>
  );
}
