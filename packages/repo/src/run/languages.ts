import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { ccache } from "./build-environment.ts";
import { cpp, cppPart } from "./cpp.ts";
import { csharpPart, dotnet } from "./csharp.ts";
import { ghc, haskellPart } from "./haskell.ts";
import type { Outcome } from "./outcome.ts";
import { cargo, rustPart } from "./rust.ts";
import { jdk, scalaPart } from "./scala.ts";
import { adviceFor, type Missing, python, type Toolchain } from "./toolchains.ts";

/** An SDK in a compiled language. The name is that of its folder in `sdks`, its testee and its part of the gate. */
interface Language {
  name: string;
  toolchain: Toolchain;
  /** Programs without which its part takes longer. */
  wants?: Toolchain[];
  run(): Promise<Outcome>;
}

export const languages: Language[] = [
  { name: "rust", toolchain: cargo, run: rustPart },
  { name: "cpp", toolchain: cpp, wants: [ccache], run: cppPart },
  { name: "csharp", toolchain: dotnet, run: csharpPart },
  { name: "scala", toolchain: jdk, run: scalaPart },
  { name: "haskell", toolchain: ghc, run: haskellPart },
];

/** The toolchains of the testees that are not built with Node. */
const toolchains = new Map([
  ["python", python],
  ...languages.map((one) => [one.name, one.toolchain] as const),
]);

/** What the part of a language depends on. */
export const inputsOfLanguage = (name: string): string[] => [
  ...[`sdks/${name}`, `conformance/testees/${name}`, `packages/repo/bench/${name}`],
  // pytest collects the tests of all examples.
  name === "python" ? "examples" : `examples/crossover-${name}`,
  "docs/explanation/money.md",
  ...["conformance/contract", "packages/repo/src/run", "packages/repo/src/root.ts"],
  // Its tests compare the core with the tables of the page.
  ...(name === "rust" ? ["docs/reference/contract.md"] : []),
];

/** What the program of a testee is built from. */
export const inputsOfTestee = (name: string): string[] => [
  ...[`sdks/${name}`, `conformance/testees/${name}`],
  ...(name === "node" ? ["packages/core", "!packages/core/test"] : []),
];

export const testeeNames = (): string[] =>
  readdirSync(join(root, "conformance", "testees"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => entry.name)
    .sort();

/** Returns the testees of the suite that this machine can build, and a line for each that it cannot. */
export function testees(missing: Missing): { present: string[]; notRun: string[] } {
  const names = testeeNames();
  const reasonOf = (name: string) => missing.get(toolchains.get(name)!);
  return {
    present: names.filter((name) => reasonOf(name) === undefined),
    notRun: names.flatMap((name) =>
      reasonOf(name) === undefined ? [] : `testee ${name}: ${reasonOf(name)}`,
    ),
  };
}

/** For tests: returns why this machine cannot build the SDK of the language; undefined if it can. */
export async function whyNotBuilt(name: string): Promise<string | undefined> {
  const toolchain = toolchains.get(name);
  return toolchain === undefined || (await toolchain.isThere()) ? undefined : adviceFor(toolchain);
}
