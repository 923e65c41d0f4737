import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join, relative } from "node:path";
import { promisify } from "node:util";
import type { Runtime } from "@botyard/manifest";
import { LaunchError } from "../../executor.ts";

const run = promisify(execFile);

/** A runtime's interpreter as it really is: behind shims, links and virtual environments. */
export interface Tool {
  path: string;
  /** Folders and files that it needs besides the system's own. */
  roots: string[];
}

/** Says what keeps a bot's user from a path, or nothing when it can be reached. */
export type Reach = (path: string) => string | undefined;

/** Finds the interpreters of this machine, each once. */
export class Tools {
  #reach: Reach;
  #found = new Map<string, Promise<Tool>>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** @throws LaunchError `no_interpreter` with everything that was tried. */
  async find(runtime: Runtime): Promise<Tool | undefined> {
    if (!runtime.tool) return undefined;
    const key = JSON.stringify(runtime.tool);
    const known = this.#found.get(key);
    if (known) return known;
    const search = this.#search(runtime, runtime.tool);
    this.#found.set(key, search);
    // What is missing now may be installed by the next try.
    search.catch(() => this.#found.delete(key));
    return search;
  }

  async #search(runtime: Runtime, wanted: NonNullable<Runtime["tool"]>): Promise<Tool> {
    const tried: string[] = [];
    for await (const candidate of candidates(wanted.names)) {
      const tool = await probe(candidate, wanted).catch((error: Error) => error);
      const obstacle = tool instanceof Error ? tool.message : this.#obstacle(tool);
      if (obstacle === undefined && !(tool instanceof Error)) return tool;
      tried.push(`${candidate}: ${obstacle}`);
    }
    throw new LaunchError(
      "no_interpreter",
      `${runtime.title} needs ${wanted.names.join(" or ")} ${wanted.minimum} or newer, and none was found` +
        `${tried.length > 0 ? ` (${tried.join("; ")})` : " on PATH"}. Install it, or put its folder on the platform's PATH.`,
    );
  }

  #obstacle(tool: Tool): string | undefined {
    for (const path of [tool.path, ...tool.roots]) {
      const obstacle = this.#reach(path);
      if (obstacle) return obstacle;
    }
    const root = tool.roots.find((root) => contains(root, homedir()));
    return root && `its folder ${root} holds the home folder, which no bot may see`;
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

async function probe(candidate: string, wanted: NonNullable<Runtime["tool"]>): Promise<Tool> {
  if (wanted.names.includes("node")) return probeNode(candidate, wanted);
  if (wanted.names.includes("python3")) return probePython(candidate, wanted.minimum);
  const { stdout, stderr } = await run(candidate, wanted.versionArguments, { timeout: 20_000 });
  demand(`${stdout}\n${stderr}`, wanted.minimum);
  const path = await realpath(candidate);
  const folder = dirname(path);
  return { path, roots: [basename(folder) === "bin" ? dirname(folder) : folder] };
}

/** Node needs nothing but itself; its folder may be anything, also a home. */
async function probeNode(candidate: string, wanted: NonNullable<Runtime["tool"]>): Promise<Tool> {
  const { stdout } =
    candidate === process.execPath
      ? { stdout: process.version }
      : await run(candidate, wanted.versionArguments, { timeout: 20_000 });
  demand(stdout, wanted.minimum);
  const path = await realpath(candidate);
  return { path, roots: [path] };
}

const askPython =
  "import json, sys; print(json.dumps([getattr(sys, '_base_executable', sys.executable), sys.base_prefix, sys.base_exec_prefix, '%d.%d.%d' % sys.version_info[:3]]))";

/** Only the interpreter itself knows where it is: a shim on PATH is a script that looks it up every time. */
async function probePython(candidate: string, minimum: string): Promise<Tool> {
  const { stdout } = await run(candidate, ["-I", "-c", askPython], { timeout: 20_000 });
  const [executable, prefix, execPrefix, version] = JSON.parse(stdout) as [string, string, string, string];
  demand(version, minimum);
  return { path: executable, roots: [...new Set([await realpath(executable), prefix, execPrefix])] };
}

function demand(text: string, minimum: string): void {
  const found = text.match(/\d+(\.\d+)*/)?.[0] ?? "";
  const has = found.split(".").map(Number);
  for (const [index, least] of minimum.split(".").map(Number).entries()) {
    const part = has[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Error(`is version ${found}`);
  }
}

/** Whether `inner` is `outer` or lies in it. */
export function contains(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === "" || (!path.startsWith("..") && !isAbsolute(path));
}
