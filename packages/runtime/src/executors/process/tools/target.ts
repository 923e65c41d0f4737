import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Interpreter, Runtime, Runtimes, Target } from "@botyard/manifest";
import type { Tools } from "./tools.ts";

const run = promisify(execFile);
const timeout = 20_000;
/** How long an interpreter that was not found is not looked for again: every upload asks, and each program is a process. */
const missingMs = 60_000;

/** Describes this machine and its interpreters, and caches what it finds. */
export class TargetReader {
  readonly #asked = new Map<string, Promise<Omit<Interpreter, "runtime">>>();
  /** Until when a runtime counts as missing. */
  readonly #missing = new Map<string, number>();
  #machine: Omit<Target, "interpreters"> | undefined;

  /** Interpreters that are missing, or cannot be asked, are left out. */
  async read(runtimes: Runtimes, tools: Tools | undefined): Promise<Target> {
    this.#machine ??= await machine();
    const found = await Promise.all(
      Object.values(runtimes).map(
        (runtime) => tools && this.#interpreter(runtime, tools).catch(() => this.#miss(runtime)),
      ),
    );
    return { ...this.#machine, interpreters: found.filter((one) => one !== undefined) };
  }

  async #interpreter(runtime: Runtime, tools: Tools): Promise<Interpreter | undefined> {
    const ask = questions.find(({ extension }) => runtime.entryExtensions.includes(extension));
    if ((this.#missing.get(runtime.id) ?? 0) > performance.now()) return undefined;
    const tool = ask && (await tools.find(runtime));
    if (!tool) return undefined;
    const asked = this.#asked.get(tool.path) ?? answer([tool.path, ...ask.argv]);
    this.#asked.set(tool.path, asked);
    asked.catch(() => this.#asked.delete(tool.path));
    return { runtime: runtime.id, ...(await asked) };
  }

  #miss({ id }: Runtime): undefined {
    this.#missing.set(id, performance.now() + missingMs);
  }
}

/** The ABI tag as in the names of wheels: `cpython-311-x86_64-linux-gnu` is cp311, `pypy39-pp73-…` is pypy39_pp73. */
const askPython = `
import json, platform, sys, sysconfig
name = sys.implementation.name
parts = (sysconfig.get_config_var("SOABI") or "").split("-")
abi = "cp" + parts[1] if name == "cpython" and len(parts) > 1 else "_".join(parts[:2])
json.dump({"implementation": name, "version": platform.python_version(), "abi": abi}, sys.stdout)
`;
const askNode =
  "JSON.stringify({implementation: 'node', version: process.versions.node, abi: process.versions.modules})";
const questions = [
  { extension: ".py", argv: ["-I", "-c", askPython] },
  { extension: ".mjs", argv: ["-p", askNode] },
];

async function answer([program, ...argv]: string[]): Promise<Omit<Interpreter, "runtime">> {
  const { stdout } = await run(program!, argv, { timeout });
  return JSON.parse(stdout);
}

async function machine(): Promise<Omit<Target, "interpreters">> {
  const at = { os: "linux", architecture: process.arch } as const;
  // Otherwise it asks for the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const glibc = header.glibcVersionRuntime;
  if (glibc !== undefined) return { ...at, libc: "glibc", libc_version: glibc };
  // The loader of musl prints its version as an error.
  const names = { x64: "x86_64", arm64: "aarch64" } as Record<string, string>;
  const loader = `/lib/ld-musl-${names[process.arch] ?? process.arch}.so.1`;
  const told = await run(loader, [], { timeout }).catch((error: { stderr?: string }) => error);
  const version = /Version (\d+\.\d+)/.exec(told.stderr ?? "")?.[1];
  return { ...at, libc: "musl", libc_version: version ?? "1.2" };
}
