import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { userCache } from "../root.ts";
import { run } from "./command.ts";
import { type Inputs, Sources } from "./inputs.ts";
import type { UnitOutcome } from "./outcome.ts";
import type { Missing, Toolchain } from "./toolchains.ts";

/** Tests that have a result of their own, which is kept for as long as what they depend on is the same. */
export interface Unit {
  name: string;
  inputs: Inputs;
  /** The test file, if it is one, from the root. */
  file?: string;
}

/** The result of a unit whose tests have all passed, and when, as RFC 3339. */
export interface Green extends UnitOutcome {
  at: string;
}

/** What a run found of a unit, with the programs that it uses. */
export interface Result {
  unit: Unit;
  tools: readonly Toolchain[];
  outcome: UnitOutcome;
}

/** More results than this are not kept. */
const most = 20_000;
/** For as long, the machine is taken to lack what a test was not run for: a network, a mount, a small program. */
const aDay = 24 * 60 * 60 * 1000;
/** Raised when results of older gates mean something else. */
const format = 1;

/** The folder of the results of this user's clones on this machine. */
export const keptFolder = join(userCache, "gate");

export interface ResultOptions {
  /** The working copy. */
  root: string;
  /** Where the results are. */
  folder: string;
  /** Run all, whatever the earlier results are. */
  all?: boolean;
}

/** Green results of earlier runs on this machine, by the digest of what they depend on. */
export class Kept {
  readonly #options: ResultOptions;
  readonly #versions: ReadonlyMap<Toolchain, string>;
  readonly #began = Date.now();
  readonly #sources: Sources;

  constructor(options: ResultOptions, versions: ReadonlyMap<Toolchain, string>) {
    this.#options = options;
    this.#versions = versions;
    this.#sources = new Sources(options.root);
  }

  /** @param tools the programs that the unit uses */
  find(unit: Unit, tools: readonly Toolchain[]): Green | undefined {
    try {
      const green = JSON.parse(readFileSync(this.#fileOf(unit, tools), "utf8")) as Green;
      return green.notRun.length > 0 && Date.now() - Date.parse(green.at) > aDay ? undefined : green;
    } catch {
      // There is none, or the machine was switched off while it was written.
      return undefined;
    }
  }

  /**
   * Keeps results, except of units whose inputs have been changed during the run, even back again, and removes the oldest
   * ones. If that fails, it says so: the results of this run are still to be printed.
   */
  keep(results: readonly Result[]): void {
    try {
      this.#write(results);
      this.#tidy();
    } catch (error) {
      console.log(`\nresults are not kept: ${(error as Error).message}`);
    }
  }

  #write(results: readonly Result[]): void {
    mkdirSync(this.#options.folder, { recursive: true });
    const now = new Sources(this.#options.root);
    const at = new Date().toISOString();
    for (const { unit, tools, outcome } of results) {
      const file = this.#fileOf(unit, tools);
      if (this.#fileOf(unit, tools, now) !== file || now.isTouched(unit.inputs, this.#began)) continue;
      const green: Green = { ...outcome, at };
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(green));
      renameSync(`${file}.${process.pid}`, file);
    }
  }

  #tidy(): void {
    const { folder } = this.#options;
    const ages = readdirSync(folder).map((name) => {
      const file = join(folder, name);
      return { file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    });
    for (const { file } of ages.sort((a, b) => b.at - a.at).slice(most)) rmSync(file, { force: true });
  }

  #fileOf({ name, inputs }: Unit, tools: readonly Toolchain[], sources = this.#sources): string {
    const versions = tools.map((tool) => this.#versions.get(tool));
    const also = JSON.stringify([format, name, machine, versions]);
    return join(this.#options.folder, sources.digest(inputs, also));
  }
}

export async function openKept(
  options: ResultOptions,
  tools: readonly Toolchain[],
  missing: Missing,
): Promise<Kept> {
  const versions = tools.map(async (tool) => [tool, await versionOf(tool, missing.has(tool))] as const);
  return new Kept(options, new Map(await Promise.all(versions)));
}

/** What every result depends on besides the sources. */
const machine = [
  ...[process.arch, release(), process.getuid?.(), process.version],
  ...["CI", "NODE_OPTIONS", "TZ", "LANG", "LC_ALL"].map((name) => process.env[name]),
  ...["PLATFORM_ISOLATION", "PLATFORM_NETWORK", "PLATFORM_PYTHON", "WASM_TOOLS_PATH"].map(
    (name) => process.env[name],
  ),
];

/** Not every program is that of the package: one that comes first in PATH may be newer. */
async function versionOf(tool: Toolchain, isMissing: boolean): Promise<string> {
  const { name, aptPackages } = tool;
  if (isMissing) return `${name}: missing`;
  const outputOf = async (command: string, args: string[]) =>
    (await run(command, args, { quiet: true })).output;
  const [program = ""] = name.split(" ");
  const own = await (tool.version?.() ?? outputOf(program, ["--version"]));
  const packages = aptPackages && (await outputOf("dpkg-query", ["--show", ...aptPackages]));
  return [name, own, packages].join("\n");
}
