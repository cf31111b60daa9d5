// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from "node:fs/promises";
import { chromium, type Browser, type Page } from "playwright-core";
import { palettePng } from "./palette.ts";

/** Takes a picture of the beginning of each dashboard of a running viewer: `screenshots URL FOLDER [FROM]`. */
const [url, folder, from = "now-15m"] = process.argv.slice(2);
const SIZE = { width: 1240, height: 1040 };
/** One of them shows what the dark theme looks like. */
const DARK = "lockstep-ranks.json";
/** Where a picture begins, if not at the top: the heading of a row. */
const BEGINNING: Record<string, string> = { "lockstep-ranks.json": "Since when, and always the same one?" };

if (url === undefined || folder === undefined) {
  console.error("usage: console/build screenshots URL FOLDER [FROM], with the URL of `lockstep dashboards view` or a demo");
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const names = (await (await fetch(new URL("dashboards", url))).json()) as string[];
  for (const name of names) {
    await take(browser, name, name === DARK ? "dark" : "light");
  }
} finally {
  await browser.close();
}

async function take(by: Browser, name: string, theme: string): Promise<void> {
  const page = await by.newPage({ viewport: SIZE });
  await page.goto(new URL(`#d=${name}&from=${from}&theme=${theme}`, url).href);
  await settled(page);
  await page.evaluate((heading) => {
    const row = [...document.querySelectorAll(".row")].find((each) => each.textContent === heading);
    scrollTo(0, row === undefined ? 0 : row.getBoundingClientRect().top - 60);
  }, BEGINNING[name] ?? "");
  await settled(page);
  const path = `${folder}/${name.replace(/\.json$/, "")}.png`;
  await writeFile(path, await smaller(by, await page.screenshot()));
  console.log(path);
  await page.close();
}

/** Waits until every panel in the window has its answer and is drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const states = [...document.querySelectorAll<HTMLElement>(".panel")]
      .filter((panel) => panel.getBoundingClientRect().top < innerHeight)
      .map((panel) => panel.dataset["state"]);
    return states.length > 0 && !states.includes("waiting");
  });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** The browser decodes its own picture, so that it can be written with a palette. */
async function smaller(by: Browser, png: Buffer): Promise<Buffer> {
  const page = await by.newPage();
  const { width, height, base64 } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 8192) {
      text += String.fromCharCode(...data.subarray(at, at + 8192));
    }
    return { width: image.width, height: image.height, base64: btoa(text) };
  }, `data:image/png;base64,${png.toString("base64")}`);
  await page.close();
  return palettePng(Buffer.from(base64, "base64"), width, height);
}
