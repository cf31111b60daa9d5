// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duration } from "../src/view/units.ts";

describe("units", () => {
  test("writes seconds in the largest unit that leaves at least one", () => {
    assert.equal(duration(0), "0 s");
    assert.equal(duration(0.00025), "250 µs");
    assert.equal(duration(0.0123), "12.3 ms");
  });
});
