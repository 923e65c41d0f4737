import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { Runtime } from "@botyard/manifest";
import { LaunchError } from "../../../executor.ts";
import { contains, openPassage } from "../isolation/reach.ts";
import { isAtLeast, probe, type Tool, type Wanted } from "./probe.ts";
import { emptyEnvironment } from "./python.ts";

/** Returns why a bot's user cannot access a path, or `undefined` if it can. */
export type Reach = (path: string) => string | undefined;

/** Finds the interpreters of this machine and caches them. */
export class Tools {
  #reach: Reach;
  #dir: string;
  #found = new Map<string, Promise<Tool>>();
  #probed = new Map<string, Promise<Tool>>();

  /** @param dir the executor's folder, in the data folder */
  constructor(reach: Reach, dir: string) {
    this.#reach = reach;
    this.#dir = dir;
  }

  /**
   * @param abis interfaces of Python that all compiled modules of the package support; absent: any
   * @throws {LaunchError} `no_interpreter`, with every candidate that was tried, `spawn_failed`
   */
  async find(runtime: Runtime, abis?: readonly string[]): Promise<Tool | undefined> {
    if (!runtime.tool) return undefined;
    const key = JSON.stringify([runtime.tool, abis]);
    const known = this.#found.get(key);
    if (known) return known;
    const search = this.#search(runtime, runtime.tool, abis);
    this.#found.set(key, search);
    // A missing interpreter may be installed before the next attempt.
    search.catch(() => this.#found.delete(key));
    return search;
  }

  async #search(runtime: Runtime, wanted: Wanted, abis: readonly string[] | undefined): Promise<Tool> {
    const tried: string[] = [];
    const suitable: Tool[] = [];
    for await (const candidate of candidates(wanted.names)) {
      const tool = await this.#probe(candidate, wanted).catch((error: Error) => error);
      const obstacle = tool instanceof Error ? tool.message : this.#obstacle(tool, wanted, abis);
      if (obstacle !== undefined || tool instanceof Error) {
        tried.push(`${candidate}: ${obstacle}`);
        continue;
      }
      if (isChosen(tool, wanted)) return this.#bare(tool);
      suitable.push(tool);
    }
    const [best] = wanted.prefer === "newest" ? suitable.toSorted(newestFirst) : suitable;
    if (best) return this.#bare(best);
    throw new LaunchError(
      "no_interpreter",
      `${demanded(runtime, wanted, abis)}, which was not found` +
        `${tried.length > 0 ? ` (${tried.join("; ")})` : " on PATH"}. Install it, or add its folder to the platform's PATH.`,
    );
  }

  /** Several runtimes try the same programs. One that was replaced is asked again. */
  async #probe(candidate: string, wanted: Wanted): Promise<Tool> {
    const { ino, mtimeMs } = await stat(candidate);
    const key = JSON.stringify([candidate, ino, mtimeMs, wanted.versionArguments]);
    const probed = this.#probed.get(key) ?? probe(candidate, wanted);
    this.#probed.set(key, probed);
    probed.catch(() => this.#probed.delete(key));
    return probed;
  }

  /** Python without the packages of the machine. */
  #bare(tool: Tool): Tool {
    if (tool.bytecode === undefined) return tool;
    try {
      const path = emptyEnvironment(join(this.#dir, "python"), tool.path);
      const place = dirname(dirname(path));
      openPassage(dirname(this.#dir), place);
      return { ...tool, path, roots: [...tool.roots, place] };
    } catch (cause) {
      const detail = `The environment for Python could not be written: ${(cause as Error).message}.`;
      throw new LaunchError("spawn_failed", detail, { cause });
    }
  }

  #obstacle(tool: Tool, { minimum, below }: Wanted, abis: readonly string[] | undefined): string | undefined {
    const fits = isAtLeast(tool.version, minimum) && !(below && isAtLeast(tool.version, below));
    if (!fits) return `version ${tool.version}`;
    if (abis && tool.abi !== undefined && !abis.includes(tool.abi)) return `version ${tool.version}`;
    for (const path of [tool.path, ...tool.roots]) {
      const obstacle = this.#reach(path);
      if (obstacle) return obstacle;
    }
    const root = tool.roots.find((root) => contains(root, homedir()));
    return root && `its folder ${root} contains the home folder, which bots must not access`;
  }
}

async function* candidates(names: readonly string[]): AsyncGenerator<string> {
  for (const name of names) {
    if (name === basename(process.execPath)) yield process.execPath;
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      if (!isAbsolute(path)) continue;
      const runs = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (runs) yield path;
    }
  }
}

/** Whether no other candidate can be better. */
function isChosen({ version }: Tool, { prefer }: Wanted): boolean {
  return prefer === undefined || (prefer !== "newest" && `${version}.`.startsWith(`${prefer}.`));
}

const newestFirst = (a: Tool, b: Tool): number =>
  Number(isAtLeast(b.version, a.version)) - Number(isAtLeast(a.version, b.version));

/** The start of a sentence that says what a runtime, or a package of it, needs. */
function demanded({ title }: Runtime, { names, minimum, below }: Wanted, abis?: readonly string[]): string {
  if (abis) {
    const versions = abis.map((abi) => abi.replace(/^cp(\d)(\d+)/, "CPython $1.$2")).join(" or ");
    return `The bot's dependencies are compiled for ${versions}`;
  }
  const limit = below === undefined ? "" : ` and older than ${below}`;
  return `${title} requires ${names.join(" or ")} ${minimum} or newer${limit}`;
}
