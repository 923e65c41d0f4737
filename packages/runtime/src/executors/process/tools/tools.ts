import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import type { Runtime } from "@botyard/manifest";
import { LaunchError } from "../../../executor.ts";
import { contains, openPassage } from "../isolation/reach.ts";
import { emptyEnvironment } from "./python.ts";

const run = promisify(execFile);

/** A runtime's interpreter, with shims, links and virtual environments resolved. */
export interface Tool {
  path: string;
  /** Folders and files that it needs in addition to those of the system. */
  roots: string[];
  /** Python only: identifies the form of its bytecode. */
  bytecode?: string;
}

/** Returns why a bot's user cannot access a path, or `undefined` if it can. */
export type Reach = (path: string) => string | undefined;

/** Finds the interpreters of this machine and caches them. */
export class Tools {
  #reach: Reach;
  #dir: string;
  #found = new Map<string, Promise<Tool>>();

  /** @param dir the executor's folder, in the data folder */
  constructor(reach: Reach, dir: string) {
    this.#reach = reach;
    this.#dir = dir;
  }

  /** @throws {LaunchError} `no_interpreter`, with every candidate that was tried, `spawn_failed` */
  async find(runtime: Runtime): Promise<Tool | undefined> {
    if (!runtime.tool) return undefined;
    const key = JSON.stringify(runtime.tool);
    const known = this.#found.get(key);
    if (known) return known;
    const search = this.#search(runtime, runtime.tool);
    this.#found.set(key, search);
    // A missing interpreter may be installed before the next attempt.
    search.catch(() => this.#found.delete(key));
    return search;
  }

  async #search(runtime: Runtime, wanted: NonNullable<Runtime["tool"]>): Promise<Tool> {
    const tried: string[] = [];
    for await (const candidate of candidates(wanted.names)) {
      const tool = await probe(candidate, wanted).catch((error: Error) => error);
      const obstacle = tool instanceof Error ? tool.message : this.#obstacle(tool);
      if (obstacle === undefined && !(tool instanceof Error)) return tool.bytecode ? this.#bare(tool) : tool;
      tried.push(`${candidate}: ${obstacle}`);
    }
    throw new LaunchError(
      "no_interpreter",
      `${runtime.title} requires ${wanted.names.join(" or ")} ${wanted.minimum} or newer, which was not found` +
        `${tried.length > 0 ? ` (${tried.join("; ")})` : " on PATH"}. Install it, or add its folder to the platform's PATH.`,
    );
  }

  /** Python without the packages of the machine. */
  #bare(tool: Tool): Tool {
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

  #obstacle(tool: Tool): string | undefined {
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

async function probe(candidate: string, wanted: NonNullable<Runtime["tool"]>): Promise<Tool> {
  if (wanted.names.includes("node")) return probeNode(candidate, wanted);
  if (wanted.names.some((name) => name.startsWith("python"))) return probePython(candidate, wanted.minimum);
  const { stdout, stderr } = await run(candidate, wanted.versionArguments, { timeout: 20_000 });
  demand(`${stdout}\n${stderr}`, wanted.minimum);
  const path = await realpath(candidate);
  const folder = dirname(path);
  return { path, roots: [basename(folder) === "bin" ? dirname(folder) : folder] };
}

/** Node needs only its binary. Its folder is not mounted, because it may be a home folder. */
async function probeNode(candidate: string, wanted: NonNullable<Runtime["tool"]>): Promise<Tool> {
  const { stdout } =
    candidate === process.execPath
      ? { stdout: process.version }
      : await run(candidate, wanted.versionArguments, { timeout: 20_000 });
  demand(stdout, wanted.minimum);
  const path = await realpath(candidate);
  return { path, roots: [path] };
}

const askPython = `import json, sys
from importlib.util import MAGIC_NUMBER
executable = getattr(sys, "_base_executable", sys.executable)
version = "%d.%d.%d" % sys.version_info[:3]
bytecode = "%s %s" % (sys.implementation.cache_tag, MAGIC_NUMBER.hex())
print(json.dumps([executable, sys.base_prefix, sys.base_exec_prefix, version, bytecode]))
`;

type Known = [executable: string, prefix: string, execPrefix: string, version: string, bytecode: string];

/** Asks the interpreter for its path, because the program on PATH may be a shim. */
async function probePython(candidate: string, minimum: string): Promise<Tool> {
  const { stdout } = await run(candidate, ["-I", "-c", askPython], { timeout: 20_000 });
  const [executable, prefix, execPrefix, version, bytecode] = JSON.parse(stdout) as Known;
  demand(version, minimum);
  const path = await realpath(executable);
  return { path, roots: [...new Set([path, prefix, execPrefix])], bytecode };
}

function demand(text: string, minimum: string): void {
  const found = text.match(/\d+(\.\d+)*/)?.[0] ?? "";
  const has = found.split(".").map(Number);
  for (const [index, least] of minimum.split(".").map(Number).entries()) {
    const part = has[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Error(`version ${found}`);
  }
}
