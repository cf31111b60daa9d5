// SPDX-License-Identifier: Apache-2.0
import type { TestEvent } from "node:test/reporters";

/** What `./lockstep test` adds up: one suite with all tests, the names of their describes before theirs. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const cases: string[] = [];
  const above: string[] = [];
  let failures = 0;
  let skipped = 0;
  for await (const event of events) {
    if (event.type === "test:start") {
      above[event.data.nesting] = event.data.name;
    }
    if ((event.type !== "test:pass" && event.type !== "test:fail") || event.data.details.type === "suite") {
      continue;
    }
    const failed = event.type === "test:fail";
    const left = event.data.skip !== undefined && event.data.skip !== false;
    failures += failed ? 1 : 0;
    skipped += left ? 1 : 0;
    const name = [...above.slice(0, event.data.nesting), event.data.name].join(" ");
    const seconds = event.data.details.duration_ms / 1000;
    cases.push(`  <testcase name="${escaped(name)}" time="${seconds}">${outcome(failed, left)}</testcase>\n`);
  }
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="console" tests="${cases.length}" `;
  yield `errors="0" skipped="${skipped}" failures="${failures}">\n${cases.join("")}</testsuite>\n`;
}

function outcome(failed: boolean, left: boolean): string {
  return failed ? "<failure/>" : left ? "<skipped/>" : "";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
