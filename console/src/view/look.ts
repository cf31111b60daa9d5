// SPDX-License-Identifier: Apache-2.0
import { signal } from "@preact/signals";

/** The theme as the style sheet sees it, for what is drawn on a canvas. Grows when it changes. */
export const themeTurn = signal(0);

export function applyTheme(): void {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("theme");
  if (wanted === "dark" || wanted === "light") {
    document.documentElement.dataset["theme"] = wanted;
  } else {
    delete document.documentElement.dataset["theme"];
  }
  themeTurn.value++;
}

export function watchTheme(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
}

export function cssColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Red, green and blue of a colour of the style sheet that is written as `#rrggbb` or `#rgb`. */
export function cssRgb(name: string): [number, number, number] {
  const short = cssColor(name).replace("#", "");
  const hex = short.length === 3 ? [...short].map((digit) => digit + digit).join("") : short;
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

export function isDark(): boolean {
  return cssColor("dark") === "1";
}

/** A canvas of that size in CSS pixels, sharp on every screen. */
export function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.scale(ratio, ratio);
  context.font = `11px ${cssColor("font")}`;
  return context;
}

/** The part of a text that fits. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) {
    return text;
  }
  let end = text.length;
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > width) {
    end--;
  }
  return end === 0 ? "" : `${text.slice(0, end)}…`;
}
