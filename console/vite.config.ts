// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from "vite";

/** One script and one style sheet with fixed names: the server that hands them out lists them by name. */
export default defineConfig({
  root: "src/view",
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../target/page",
    emptyOutDir: true,
    target: "es2023",
    rollupOptions: {
      output: { entryFileNames: "view.js", assetFileNames: "view.[ext]" },
    },
  },
});
