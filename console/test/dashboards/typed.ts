// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join("target", "typed");

/** Part of a dashboard, and the type in `schema.ts` that it should have. */
export interface Claim {
  readonly type: string;
  readonly value: unknown;
}

/** The claims that a dashboard file makes: one for each panel, one for what stands around them. */
export function claimsOf(board: { readonly panels: readonly { readonly type: string }[] }): Claim[] {
  return [
    { type: "Frame", value: { ...board, panels: [] } },
    ...board.panels.map((panel) => ({ type: `Panels["${panel.type}"]`, value: panel })),
  ];
}

/**
 * Has the compiler check all claims, which are given by names. Answers what it complains about, by the same names.
 *
 * A literal that is assigned to a type may have no member that the type does not know: that is why the claims are
 * written into source files.
 */
export function checked(claims: ReadonlyMap<string, readonly Claim[]>): Map<string, string[]> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, list] of claims) {
    writeFileSync(join(FOLDER, `${name}.ts`), source(list));
  }
  writeFileSync(join(FOLDER, "tsconfig.json"), configuration([...claims.keys()]));
  const compiler = join("node_modules", ".bin", "tsc");
  const { stdout, error } = spawnSync(compiler, ["--project", FOLDER, "--pretty", "false"], { encoding: "utf8" });
  if (error !== undefined) {
    throw error;
  }
  return new Map([...claims.keys()].map((name) => [name, linesAbout(name, stdout)]));
}

function source(claims: readonly Claim[]): string {
  const values = claims.map(({ type, value }, i) => `export const v${i}: ${type} = ${JSON.stringify(value, null, 1)};\n`);
  return `import type { Frame, Panels } from "../../test/dashboards/schema.ts";\n${values.join("")}export type Used = Frame;\n`;
}

function configuration(names: string[]): string {
  return JSON.stringify({
    extends: "../../tsconfig.json",
    compilerOptions: { rootDir: "../..", noEmit: true, allowImportingTsExtensions: true },
    include: [],
    files: names.map((name) => `${name}.ts`),
  });
}

function linesAbout(name: string, output: string): string[] {
  return output.split("\n").filter((line) => line.includes(`${name}.ts(`) || line.startsWith("error "));
}
