// SPDX-License-Identifier: Apache-2.0
import { crc32, deflateSync } from "node:zlib";

const COLORS_MAX = 256;

/** A PNG with a palette, a third of the size of one without. Colours that find no room become the nearest one. */
export function palettePng(rgba: Uint8Array, width: number, height: number): Buffer {
  const pixels = Uint32Array.from({ length: width * height }, (_, at) => colorAt(rgba, 4 * at));
  const colors = mostFrequent(pixels);
  const index = new Map(colors.map((color, place) => [color, place]));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((color, at) => {
    let place = index.get(color);
    if (place === undefined) {
      place = nearest(color, colors);
      index.set(color, place);
    }
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = place;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const palette = Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("PLTE", palette), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function colorAt(rgba: Uint8Array, at: number): number {
  return ((rgba[at] as number) << 16) | ((rgba[at + 1] as number) << 8) | (rgba[at + 2] as number);
}

function mostFrequent(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  pixels.forEach((color) => counts.set(color, (counts.get(color) ?? 0) + 1));
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLORS_MAX).map(([color]) => color);
}

function nearest(color: number, colors: number[]): number {
  let best = 0;
  let least = Infinity;
  colors.forEach((other, place) => {
    const distance = [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
    if (distance < least) {
      [best, least] = [place, distance];
    }
  });
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return framed;
}
