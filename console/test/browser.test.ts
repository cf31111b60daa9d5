// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { chromium, type Browser, type Page } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";
const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };

const grid = { w: 8, h: 8 };
const target = { refId: "A", expr: "a", legendFormat: "{{rank}}" };
const BOARD = {
  uid: "board",
  title: "Board",
  time: { from: "now-15m", to: "now" },
  templating: { list: [{ name: "node", type: "query", query: "label_values(node)", includeAll: true, multi: true }] },
  panels: [
    { id: 1, type: "row", title: "Row", gridPos: { x: 0, y: 0, w: 24, h: 1 } },
    { id: 2, type: "timeseries", title: "Lines", description: "What it is.", gridPos: { x: 0, y: 1, ...grid }, targets: [target] },
    { id: 3, type: "heatmap", title: "Heat", gridPos: { x: 8, y: 1, ...grid }, targets: [target] },
    { id: 4, type: "stat", title: "Number", gridPos: { x: 16, y: 1, ...grid }, targets: [{ ...target, instant: true }] },
    { id: 5, type: "table", title: "Rows", gridPos: { x: 0, y: 9, ...grid }, targets: [{ ...target, instant: true }] },
    { id: 6, type: "state-timeline", title: "States", gridPos: { x: 8, y: 9, ...grid }, targets: [target] },
    { id: 7, type: "timeseries", title: "Nothing", gridPos: { x: 16, y: 9, ...grid }, targets: [{ ...target, expr: "nothing" }] },
    { id: 8, type: "timeseries", title: "Broken", gridPos: { x: 0, y: 17, ...grid }, targets: [{ ...target, expr: "a{" }] },
    { id: 9, type: "bargauge", title: "Bars", gridPos: { x: 8, y: 17, ...grid }, targets: [{ ...target, instant: true }] },
    { id: 10, type: "news", title: "Strange", gridPos: { x: 16, y: 17, ...grid }, targets: [target] },
  ],
};

/** Stands in for the server of the viewer, with a Prometheus that knows one metric of three ranks. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://here");
  const file = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
  const json = (body: unknown, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  if (url.pathname === "/dashboards") {
    json(["board.json"]);
  } else if (url.pathname === "/dashboards/board.json") {
    json(BOARD);
  } else if (url.pathname.startsWith("/api/v1/label/")) {
    json({ status: "success", data: ["node-a", "node-b"] });
  } else if (url.pathname.startsWith("/api/v1/")) {
    const query = url.searchParams.get("query") ?? "";
    if (query === "a{") {
      json({ status: "error", errorType: "bad_data", error: "unexpected end of input" }, 400);
    } else {
      json({ status: "success", data: query === "nothing" ? { resultType: "vector", result: [] } : data(url.searchParams) });
    }
  } else if (/^[\w.]+$/.test(file) && existsSync(`target/page/${file}`)) {
    response.writeHead(200, { "content-type": TYPES[file.split(".").pop() as string] ?? "" });
    response.end(readFileSync(`target/page/${file}`));
  } else {
    response.writeHead(404).end();
  }
}

function data(words: URLSearchParams): unknown {
  const ranks = ["0", "1", "2"];
  if (!words.has("start")) {
    return { resultType: "vector", result: ranks.map((rank) => ({ metric: { rank }, value: [0, rank] })) };
  }
  const times = [0, 1, 2, 3].map((index) => Number(words.get("start")) + index * Number(words.get("step")));
  return { resultType: "matrix", result: ranks.map((rank) => ({ metric: { rank }, values: times.map((time) => [time, rank]) })) };
}

describe("the page in a browser", { skip: !existsSync(CHROMIUM) }, () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    server = createServer(answer).listen(0, "127.0.0.1");
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    page = await browser.newPage({ viewport: { width: 1400, height: 1200 } });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(
      () => document.querySelectorAll(".panel").length === 9 && document.querySelectorAll('[data-state="waiting"]').length === 0,
    );
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const stateOf = (title: string) => page.locator(`.panel:has(h3:text-is("${title}"))`).getAttribute("data-state");
  const bodyOf = (title: string) => page.locator(`.panel:has(h3:text-is("${title}")) .body`);

  /** Colours on a panel's canvas. */
  const colors = (title: string) =>
    bodyOf(title).locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(Array.from({ length: pixels.length / 4 }, (_, i) => pixels.slice(4 * i, 4 * i + 4).join())).size;
    });

  test("draws lines, heat and states on their canvases", async () => {
    for (const title of ["Lines", "Heat", "States"]) {
      assert.equal(await stateOf(title), "drawn");
      assert.ok((await colors(title)) > 5, `${title} has too few colours to be drawn`);
    }
  });
  test("writes numbers, rows and bars", async () => {
    assert.match(await bodyOf("Number").innerText(), /0\s+0\s+1\s+1\s+2\s+2/);
    assert.equal(await bodyOf("Rows").locator("tbody tr").count(), 3);
    assert.equal(await bodyOf("Bars").locator(".bar").count(), 3);
  });
  test("says that there is no data, what is wrong with a query, and what it cannot draw", async () => {
    assert.equal(await bodyOf("Nothing").innerText(), "No data");
    assert.equal(await bodyOf("Broken").innerText(), "unexpected end of input");
    assert.match(await bodyOf("Strange").innerText(), /type news/);
  });
  test("explains a panel on hover", async () => {
    await page.hover('h3:text-is("Lines")');
    assert.ok(await page.getByText("What it is.").isVisible());
  });
  test("asks again with what is chosen, and has every panel once", async () => {
    const asked = page.waitForRequest((request) => request.url().includes("query_range"));
    await page.selectOption('label:has-text("node") select', "node-b");
    await asked;
    assert.match(page.url(), /var-node=node-b/);
    assert.equal(await page.locator(".panel").count(), 9);
  });
  test("complains about nothing", () => assert.deepEqual(complaints, []));
});
