// SPDX-License-Identifier: Apache-2.0
import { useState } from "preact/hooks";
import { sections, type Section } from "./dashboard.ts";
import { PanelView } from "./panel.tsx";
import { address, current, dashboards, from, problem, refresh, variables } from "./state.ts";
import { ALL, type Variable } from "./variables.ts";

const RANGES = ["now-5m", "now-15m", "now-30m", "now-1h", "now-3h", "now-6h", "now-24h", "now-7d"];

/** The whole page: which dashboard, what is chosen, and its panels under their rows. */
export function Page() {
  const shown = current.value;
  return (
    <>
      <header class="top">
        <nav>
          {dashboards.value.map(({ name, dashboard }) => (
            <a href={address(name)} class={name === shown?.name ? "here" : ""}>
              {dashboard.title.replace(/^Lockstep \/ /, "")}
            </a>
          ))}
        </nav>
        <div class="controls">
          {variables.value.map((variable) => <Chooser key={variable.name} variable={variable} />)}
          <label>
            <span>time</span>
            <select value={from.value} onChange={(event) => go({ from: event.currentTarget.value })}>
              {(RANGES.includes(from.value) ? RANGES : [from.value, ...RANGES]).map((each) => (
                <option value={each}>last {each.slice(4)}</option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => void refresh()}>Refresh</button>
        </div>
      </header>
      {problem.value !== undefined && <p class="problem wide">{problem.value}</p>}
      {shown !== undefined && (
        <main key={shown.name}>
          <h1>{shown.dashboard.title}</h1>
          {shown.dashboard.description !== undefined && <p class="lead">{shown.dashboard.description}</p>}
          {sections(shown.dashboard.panels).map((section) => <Rows section={section} />)}
        </main>
      )}
    </>
  );
}

function go(changes: { from?: string; chosen?: Record<string, string[]> }): void {
  location.hash = address(current.value?.name ?? "", changes);
}

function Rows({ section }: { section: Section }) {
  const [open, setOpen] = useState(!section.collapsed);
  const top = Math.min(...section.panels.map((panel) => panel.gridPos.y));
  return (
    <>
      {section.title !== "" && (
        <button type="button" class="row" aria-expanded={open} onClick={() => setOpen(!open)}>
          {section.title}
        </button>
      )}
      {open && (
        <div class="grid">
          {section.panels.map((panel) => <PanelView key={panel.id} panel={panel} top={top} />)}
        </div>
      )}
    </>
  );
}

function Chooser({ variable }: { variable: Variable }) {
  const { name, options, chosen } = variable;
  const choose = (event: { currentTarget: HTMLSelectElement }) => go({ chosen: { [name]: [event.currentTarget.value] } });
  return (
    <label>
      <span>{variable.label}</span>
      <select value={chosen[0] ?? ""} onChange={choose} disabled={options.length === 0}>
        {variable.includeAll && <option value={ALL}>All</option>}
        {options.length === 0 && !variable.includeAll && <option value="">none</option>}
        {options.map((option) => (
          <option value={option.value}>{option.text}</option>
        ))}
      </select>
    </label>
  );
}
