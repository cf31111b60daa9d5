// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import { applyTheme, watchTheme } from "./look.ts";
import { Page } from "./page.tsx";
import { follow, refresh, start } from "./state.ts";
import "./view.css";

const REFRESH_MILLIS = 15_000;

applyTheme();
watchTheme();
render(<Page />, document.body);
addEventListener("hashchange", () => {
  applyTheme();
  void follow();
});
setInterval(() => document.visibilityState === "visible" && void refresh(), REFRESH_MILLIS);
void start();
