// SPDX-License-Identifier: Apache-2.0
import { useState } from "preact/hooks";
import type { FieldConfig } from "./dashboard.ts";
import { fieldOf, shown } from "./fields.ts";
import type { Drawing } from "./panel.tsx";
import { address, dashboards } from "./state.ts";
import { sorted, table, type Cell } from "./table.ts";

/** Rows and columns; a click on a heading sorts by it. */
export function DataTable({ panel, answer }: Drawing) {
  const [by, setBy] = useState<{ column: string; descending: boolean } | undefined>(undefined);
  const joined = table(panel, answer.frames);
  const rows = by === undefined ? joined.rows : sorted(joined, joined.columns.indexOf(by.column), by.descending).rows;
  const fields = joined.columns.map((column) => fieldOf(panel, column));
  const numeric = joined.columns.map((_, index) => rows.some((row) => typeof row[index] === "number"));
  const sort = panel.options?.sortBy?.[0];
  const shownBy = by ?? (sort === undefined ? undefined : { column: sort.displayName, descending: sort.desc === true });
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            {joined.columns.map((column, index) => (
              <th
                class={numeric[index] ? "number" : ""}
                onClick={() => setBy({ column, descending: shownBy?.column === column ? !shownBy.descending : true })}
              >
                {column}
                {shownBy?.column === column && <span class="sort">{shownBy.descending ? " ▾" : " ▴"}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, index) => (
                <DataCell cell={cell} field={fields[index] as FieldConfig} number={numeric[index] === true} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DataCell({ cell, field, number }: { cell: Cell; field: FieldConfig; number: boolean }) {
  if (cell === null || cell === "") {
    return <td class="absent">–</td>;
  }
  const { text, color } = shown(cell, field);
  const type = field.custom?.cellOptions?.type ?? "auto";
  const filled = type === "color-background" && color !== undefined;
  const style = filled ? { background: color, color: "#fff" } : type === "color-text" && color ? { color } : {};
  const link = field.links?.[0];
  const href = link === undefined ? undefined : followed(link.url, text);
  return (
    <td class={`${number ? "number" : ""}${filled ? " filled" : ""}`} style={style}>
      {href === undefined ? text : <a href={href}>{text}</a>}
    </td>
  );
}

/** A link between dashboards, `/d/uid?var-name=…`, as one of this page. */
function followed(url: string, text: string): string | undefined {
  const match = /^\/d\/([\w-]+)[^?]*\??(.*)$/.exec(url);
  const name = dashboards.value.find((each) => each.dashboard.uid === match?.[1])?.name;
  if (match === null || name === undefined) {
    return undefined;
  }
  const chosen: Record<string, string[]> = {};
  new URLSearchParams((match[2] ?? "").replace("&${__url_time_range}", "")).forEach((value, key) => {
    if (key.startsWith("var-") && key !== "var-datasource") {
      chosen[key.slice(4)] = [value === "${__value.text}" ? text : value];
    }
  });
  return address(name, { chosen });
}
