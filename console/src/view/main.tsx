// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { duration } from "./units.ts";

const page = document.getElementById("page");
if (page !== null) {
  render(<p>Lockstep dashboards, {duration(0)}</p>, page);
}
