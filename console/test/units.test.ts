// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { format } from "../src/view/units.ts";

describe("units", () => {
  test("write seconds in the largest unit that leaves at least one", () => {
    assert.equal(format(0, "s"), "0 s");
    assert.equal(format(0.00025, "s"), "250 µs");
    assert.equal(format(0.0123, "s"), "12.3 ms");
    assert.equal(format(1.5, "s"), "1.5 s");
    assert.equal(format(0.9999, "s"), "1 s");
  });
  test("write minutes and more in two parts", () => {
    assert.equal(format(90, "s"), "1 min 30 s");
    assert.equal(format(7200, "s"), "2 h");
    assert.equal(format(-90000, "s"), "-1 d 1 h");
  });
  test("write bytes by powers of two and rates by powers of ten", () => {
    assert.equal(format(3 * 2 ** 30, "bytes"), "3 GiB");
    assert.equal(format(1536, "mbytes"), "1.5 GiB");
    assert.equal(format(88.5e9, "Bps"), "88.5 GB/s");
    assert.equal(format(39.8, "cps"), "39.8 /s");
  });
  test("write shares as percent, hundredths at most", () => {
    assert.equal(format(0.4718, "percentunit"), "47.2 %");
    assert.equal(format(0.0000316, "percentunit"), "0 %");
    assert.equal(format(100, "percent"), "100 %");
  });
  test("say plainly that there is no value", () => {
    assert.equal(format(null, "s"), "–");
    assert.equal(format(NaN, "short"), "–");
    assert.equal(format(Infinity, "s"), "∞");
  });
  test("take an unknown unit for a number", () => {
    assert.equal(format(12.3456, "furlong"), "12.3");
    assert.equal(format(12345678, "short"), "12.3M");
  });
});
