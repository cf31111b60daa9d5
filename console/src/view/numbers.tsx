// SPDX-License-Identifier: Apache-2.0
import type { Panel } from "./dashboard.ts";
import { fieldOf, shown, type Shown } from "./fields.ts";
import type { Answer, Drawing } from "./panel.tsx";
import { byName, legend, reduced } from "./series.ts";

interface Figure extends Shown {
  name: string;
  value: number | null;
  max: number | undefined;
}

function figures(panel: Panel, answer: Answer): Figure[] {
  const calc = panel.options?.reduceOptions?.calcs[0] ?? "lastNotNull";
  return answer.frames.flatMap((frame) => {
    const target = panel.targets?.find((each) => each.refId === frame.refId);
    return frame.series.map((series) => {
      const name = legend(target?.legendFormat, series.metric);
      const value = reduced(calc, series.points.map(([, each]) => (Number.isNaN(each) ? null : each)));
      const field = fieldOf(panel, name);
      return { name, value, max: field.max, ...shown(value, field) };
    });
  });
}

/** Large numbers, coloured by their thresholds. */
export function Stat({ panel, answer, height }: Drawing) {
  const all = figures(panel, answer);
  const mode = panel.options?.colorMode ?? "value";
  const size = Math.max(18, Math.min(44, height * (all.length > 1 ? 0.42 : 0.55)));
  return (
    <div class="stats">
      {all.map((figure) => (
        <div class={`stat ${mode}`} style={{ "--color": figure.color ?? "inherit" }}>
          <span class="figure" style={{ fontSize: `${size}px` }}>
            {figure.text}
          </span>
          {all.length > 1 && <span class="name">{figure.name}</span>}
        </div>
      ))}
    </div>
  );
}

/** A bar for each series, as long as its share of the largest. */
export function BarGauge({ panel, answer }: Drawing) {
  const all = figures(panel, answer).sort(byName);
  const most = Math.max(...all.map((figure) => figure.max ?? figure.value ?? 0), Number.MIN_VALUE);
  return (
    <div class="bars">
      {all.map((figure) => (
        <div class="bar">
          <span class="name" title={figure.name}>{figure.name}</span>
          <span class="track">
            <span style={{ width: `${(100 * (figure.value ?? 0)) / most}%`, background: figure.color ?? "#5794f2" }} />
          </span>
          <span class="value">{figure.text}</span>
        </div>
      ))}
    </div>
  );
}

/** Text of a dashboard, by paragraphs; nothing in it is taken for HTML. */
export function Text({ content }: { content: string }) {
  return (
    <div class="text">
      {content.split(/\n\n+/).map((paragraph) => (
        <p>{paragraph.replace(/^#+\s*/, "")}</p>
      ))}
    </div>
  );
}
