import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { bundledContract } from "../../src/spec/index.ts";

/** A testee as its `testee.yaml` describes it, read without the runner. */
export interface Described {
  /** The version of the contract that it keeps. */
  contract: string;
  folder: string;
  build: string[][];
  start: string[];
  env: Record<string, string>;
  lacks: Record<string, string>;
}

const programs: Record<string, string> = {
  node: process.execPath,
  python: process.env.PYTHON ?? "python3",
};

/** @param path relative to `conformance` */
export function describeTestee(path: string): Described {
  const folder = resolve(import.meta.dirname, "../..", path);
  const told = parse(readFileSync(join(folder, "testee.yaml"), "utf8"));
  const whole = (text: string) => text.replace(/\$\{testee\}/g, () => folder);
  const command = ([first = "", ...rest]: string[]) => [programs[first] ?? whole(first), ...rest.map(whole)];
  return {
    contract: told.contract ?? bundledContract().version,
    folder,
    build: (told.build ?? []).map(command),
    start: command(told.start),
    env: Object.fromEntries(
      Object.entries<string>(told.env ?? {}).map(([name, text]) => [name, whole(text)]),
    ),
    lacks: told.lacks ?? {},
  };
}

export function buildTestee({ build, folder }: Described): void {
  for (const [program, ...rest] of build) {
    const { status, stderr } = spawnSync(program!, rest, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ${rest.join(" ")} in ${folder}: ${stderr}`);
  }
}

export type Op = { id: string; op: string; args: unknown[]; as?: string; uncaught?: true };
export type Note = {
  id?: string;
  begin?: string;
  value?: unknown;
  error?: Failure;
  end?: true;
  unsupported?: true;
};
export type Failure = { code: string | null; message: string; next: string | null; cause: string | null };

/** An op without its id: a call, or a call and its modifiers. */
export type Written =
  | [op: string, ...args: unknown[]]
  | { call: [op: string, ...args: unknown[]]; as?: string; uncaught?: true };

/** Adds ids to ops, including those in arguments. */
export function numbered(ops: Written[], prefix = ""): Op[] {
  return ops.map((written, i) => {
    const { call, ...modifiers } = Array.isArray(written) ? { call: written } : written;
    const [op, ...args] = call;
    const id = `${prefix}${i + 1}`;
    let lists = 0;
    return {
      id,
      op,
      args: args.map((arg) => (isOps(arg) ? numbered(arg, `${id}.${++lists}.`) : arg)),
      ...modifiers,
    };
  });
}

const isOps = (arg: unknown): arg is Written[] =>
  Array.isArray(arg) &&
  arg.length > 0 &&
  arg.every((item) => Array.isArray(item) || Object.hasOwn(item ?? {}, "call"));

/** A running step in its own folder, which is removed after the test. */
export class Started {
  readonly dir = mkdtempSync(join(tmpdir(), "adapter-"));
  readonly pid: number;
  readonly #child;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;

  /** @param stdout a descriptor, which is closed here (default: the file `stdout`) */
  constructor(testee: Described, ops: Op[], env: Record<string, string> = {}, stdout?: number) {
    const { dir } = this;
    onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
    for (const name of ["code", "out"]) mkdirSync(join(dir, name));
    writeFileSync(join(dir, "script.json"), JSON.stringify({ v: 1, ops }));
    writeFileSync(join(dir, "trace"), "");
    const streams = [stdout ?? openSync(join(dir, "stdout"), "w"), openSync(join(dir, "stderr"), "w")];
    this.#child = spawn(testee.start[0]!, testee.start.slice(1), {
      cwd: join(dir, "code"),
      stdio: ["ignore", ...streams] as ["ignore", number, number],
      env: {
        PATH: process.env.PATH,
        HOME: join(dir, "case/home"),
        LANG: "C.UTF-8",
        TZ: "UTC",
        BOT_ID: "bot-1",
        BOT_CONFIG: "{}",
        BOT_TYPE: "scheduled",
        CODE_MOUNT_DIR: join(dir, "code"),
        STATE_DIR: join(dir, "state"),
        RESULT_PATH: join(dir, "out/result.json"),
        ...testee.env,
        ...env,
        CONF_SCRIPT: join(dir, "script.json"),
        CONF_TRACE: join(dir, "trace"),
      },
    });
    this.pid = this.#child.pid ?? 0;
    for (const stream of streams) closeSync(stream);
    this.ended = new Promise((done, fail) => {
      this.#child.once("error", fail).once("exit", (code, signal) => done({ code, signal }));
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Returns a file of the step's folder as text; undefined if it does not exist. */
  text(path: string): string | undefined {
    const file = join(this.dir, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  lines(path: string): Record<string, unknown>[] {
    return (this.text(path) ?? "")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  get trace(): Note[] {
    return this.lines("trace");
  }

  /** Returns the outcomes noted for an op, by its id. */
  outcomes(id: string): Note[] {
    return this.trace
      .filter((note) => note.id === id && note.begin === undefined)
      .map(({ id: _, ...rest }) => rest);
  }

  get files(): string[] {
    return readdirSync(join(this.dir, "code")).sort();
  }
}

/** Runs a step until it ends. */
export async function runStep(testee: Described, ops: Written[], env: Record<string, string> = {}) {
  const step = new Started(testee, numbered(ops), env);
  return Object.assign(step, await step.ended);
}

/** Returns a port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
