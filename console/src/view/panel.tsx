// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { BarGauge, Stat, Text } from "./numbers.tsx";
import { Chart } from "./chart.tsx";
import type { Panel } from "./dashboard.ts";
import { Heatmap } from "./heatmap.tsx";
import type { RawSeries } from "./prometheus.ts";
import { message, prometheus, range, turn, values } from "./state.ts";
import { StateTimeline } from "./states.tsx";
import { DataTable } from "./datatable.tsx";
import type { Frame } from "./table.ts";
import type { Range } from "./time.ts";
import { interpolate } from "./variables.ts";

/** What a panel draws: the answers to its targets in their order. */
export interface Answer {
  frames: Frame[];
  range: Range;
}

export interface Drawing {
  panel: Panel;
  answer: Answer;
  width: number;
  height: number;
}

type Draw = (drawing: Drawing) => ComponentChildren;

const DRAWN: Record<string, Draw> = {
  timeseries: (drawing) => <Chart {...drawing} />,
  table: (drawing) => <DataTable {...drawing} />,
  stat: (drawing) => <Stat {...drawing} />,
  gauge: (drawing) => <BarGauge {...drawing} />,
  bargauge: (drawing) => <BarGauge {...drawing} />,
  heatmap: (drawing) => <Heatmap {...drawing} />,
  "state-timeline": (drawing) => <StateTimeline {...drawing} />,
  "status-history": (drawing) => <StateTimeline {...drawing} />,
};

/** One panel: its frame, its answers, and why there are none. It asks once it comes near the window. */
export function PanelView({ panel, top }: { panel: Panel; top: number }) {
  const place = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const size = useSize(body);
  const { answer, problem, asking } = useAnswer(panel, near);
  const { x, y, w, h } = panel.gridPos;
  const area = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y - top + 1} / span ${h}` };
  return (
    <section class="panel" style={area} ref={place} data-type={panel.type} data-state={state(answer, problem)}>
      <header tabIndex={panel.description === undefined ? -1 : 0}>
        <h3>{panel.title}</h3>
        {asking && <span class="asking" aria-label="asking" />}
        {panel.description !== undefined && panel.description !== "" && <Description text={panel.description} />}
      </header>
      <div class="body" ref={body}>
        {content(panel, answer, problem, size)}
      </div>
    </section>
  );
}

function content(panel: Panel, answer: Answer | undefined, problem: string | undefined, size: [number, number]) {
  if (panel.type === "text") {
    return <Text content={panel.options?.content ?? ""} />;
  }
  if (problem !== undefined) {
    return <p class="problem">{problem}</p>;
  }
  if (answer === undefined || size[0] === 0) {
    return null;
  }
  const draw = DRAWN[panel.type];
  if (draw === undefined) {
    return <p class="empty">Panels of type {panel.type} are not drawn here.</p>;
  }
  if (isEmpty(answer)) {
    return <p class="empty">No data</p>;
  }
  return draw({ panel, answer, width: size[0], height: size[1] });
}

function isEmpty(answer: Answer): boolean {
  return answer.frames.every((frame) => frame.series.length === 0);
}

function state(answer: Answer | undefined, problem: string | undefined): string {
  return problem !== undefined ? "problem" : answer === undefined ? "waiting" : isEmpty(answer) ? "empty" : "drawn";
}

/** Bold words and paragraphs are all the Markdown that descriptions use. */
function Description({ text }: { text: string }) {
  return (
    <div class="description" role="tooltip">
      {text.split(/\n\n+/).map((paragraph) => (
        <p>{paragraph.split("**").map((part, index) => (index % 2 === 1 ? <b>{part}</b> : part))}</p>
      ))}
    </div>
  );
}

function useNear(place: { current: Element | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries[entries.length - 1]?.isIntersecting === true),
      { rootMargin: "400px" },
    );
    observer.observe(place.current as Element);
    return () => observer.disconnect();
  }, []);
  return near;
}

function useSize(body: { current: Element | null }): [number, number] {
  const [size, setSize] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const box = (entry as ResizeObserverEntry).contentRect;
      setSize([Math.floor(box.width), Math.floor(box.height)]);
    });
    observer.observe(body.current as Element);
    return () => observer.disconnect();
  }, []);
  return size;
}

function useAnswer(panel: Panel, near: boolean) {
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState(false);
  const now = turn.value;
  useEffect(() => {
    if (!near || now === 0 || panel.type === "text") {
      return;
    }
    const abort = new AbortController();
    setAsking(true);
    ask(panel, abort.signal)
      .then((found) => {
        setAnswer(found);
        setProblem(undefined);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) {
          setProblem(message(error));
        }
      })
      .finally(() => !abort.signal.aborted && setAsking(false));
    return () => abort.abort();
  }, [panel, near, now]);
  return { answer, problem, asking };
}

async function ask(panel: Panel, signal: AbortSignal): Promise<Answer> {
  const asked = range.value;
  const targets = (panel.targets ?? []).filter((target) => target.hide !== true && target.expr !== "");
  const series: Promise<RawSeries[]>[] = targets.map((target) => {
    const expr = interpolate(target.expr, values.value);
    return target.instant === true && target.range !== true
      ? prometheus.instant(expr, asked.to, signal)
      : prometheus.range(expr, asked, signal);
  });
  const answers = await Promise.all(series);
  return { range: asked, frames: targets.map((target, index) => ({ refId: target.refId, series: answers[index] ?? [] })) };
}
