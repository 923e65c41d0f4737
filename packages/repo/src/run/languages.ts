import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { csharpPart } from "./csharp.ts";
import type { Outcome } from "./outcome.ts";
import { rustPart } from "./rust.ts";
import { adviceFor, type Missing, ownInstaller, python, type Toolchain } from "./toolchains.ts";

/** An SDK in a compiled language. The name is that of its folder in `sdks`, its testee and its part of the gate. */
interface Language {
  name: string;
  toolchain: Toolchain;
  run(): Promise<Outcome>;
}

// The version is the `rust-version` of sdks/rust/Cargo.toml. Debian 12 has 1.63.
const rust = ownInstaller("cargo", "1.88", "install it from https://rustup.rs");

// The version of the target framework of sdks/csharp. Debian has none.
const dotnet = ownInstaller("dotnet", "10", "install the SDK from https://dotnet.microsoft.com/download");

export const languages: Language[] = [
  { name: "rust", toolchain: rust, run: rustPart },
  { name: "csharp", toolchain: dotnet, run: csharpPart },
];

/** The toolchains of the testees that are not built with Node. */
const toolchains = new Map([
  ["python", python],
  ...languages.map((one) => [one.name, one.toolchain] as const),
]);

/** Returns the testees of the suite that this machine can build, and a line for each that it cannot. */
export function testees(missing: Missing): { present: string[]; notRun: string[] } {
  const names = readdirSync(join(root, "conformance", "testees"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => entry.name)
    .sort();
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
