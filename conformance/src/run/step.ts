import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Observation, Step, Testee } from "../model.ts";
import { Appearances } from "./appearances.ts";
import { Connection } from "./connection.ts";
import { Exchanges } from "./exchanges.ts";
import { type CaseFolder, Witnesses } from "./folder.ts";
import { Process } from "./process.ts";
import { callsOf } from "./system-calls.ts";
import { isTracedStep, tracer } from "./tracer.ts";

export interface StepToRun {
  /** The step with placeholders filled in. */
  step: Step;
  /** Content of the CONF_SCRIPT file. */
  script: string;
  testee: Testee;
  folder: CaseFolder;
  placeholders: Record<string, string>;
}

/**
 * Starts the testee for one step and observes it until it ends.
 *
 * @throws {Error} the system error, if the process cannot be started; or why its system calls cannot be traced
 */
export async function observe({
  step,
  script,
  testee,
  folder,
  placeholders,
}: StepToRun): Promise<Observation> {
  const { dir, kept } = folder;
  const env = environmentOf(step, testee, folder, placeholders);
  const command = commandOf(step, testee, join(kept, "calls"));
  removeOldResult(env, dir);
  folder.give(step.files);
  for (const name of ["stdout", "stderr", "trace", "calls"]) rmSync(join(kept, name), { force: true });
  writeFileSync(join(kept, "script.json"), script);
  writeFileSync(join(kept, "trace"), "");
  const before = folder.snapshot(testee.leaves);
  const witnesses = new Witnesses(folder, before);
  const appearances = new Appearances([join(dir, "out"), join(dir, "state")]);
  const occupied = await Promise.all(step.occupied.map(occupy));
  const startedAt = Date.now();
  const process = new Process({
    ...{ command, cwd: join(dir, "code"), env, streams: step.streams, kept, dir },
    limit: testee.limit * 1000,
  });
  const signalling = sendWhenThere(step, process, join(dir, "code"));
  const { exit, ...met } = await meet(step, process, folder, addressOf(env, placeholders.port!));
  await signalling;
  const endedAt = Date.now();
  for (const give of occupied) give();
  // Also if nothing was started: a watched folder would keep the runner from exiting.
  const names = await appearances.end(dir);
  if (process.problem) throw process.problem;
  return {
    ...met,
    ...{ startedAt, endedAt, exit, env, placeholders, before, names },
    stdout: process.output("stdout"),
    stderr: process.output("stderr"),
    trace: readFileSync(join(kept, "trace"), "latin1"),
    ...(isTracedStep(step) ? { calls: callsOf(readFileSync(join(kept, "calls"), "latin1")) } : {}),
    after: folder.snapshot(testee.leaves),
    torn: witnesses.torn(),
    strays: folder.strays(),
    leftOver: process.leftOver,
    listening: step.kind === "serve" && (await accepts(addressOf(env, placeholders.port!))),
  };
}

/** Returns the testee's command, under the tracer if the step's system calls are observed. */
function commandOf(step: Step, testee: Testee, file: string): string[] {
  if (!isTracedStep(step)) return testee.start;
  const own = tracer();
  if ("missing" in own) throw new Error(own.missing);
  return [...own.command(file), ...testee.start];
}

interface Address {
  host: string;
  port: number;
}

/** Returns the address at which a correct bot listens. */
export function addressOf(env: Record<string, string>, port: string): Address {
  const told = env.QUERY_HOST || "127.0.0.1";
  const host = told === "0.0.0.0" ? "127.0.0.1" : told === "::" ? "::1" : told;
  return { host, port: Number(port) };
}

async function meet(step: Step, process: Process, folder: CaseFolder, address: Address) {
  if (step.kind !== "serve") return { exchanges: [], ready: true, unasked: "", exit: await process.ended };
  const talk = new Exchanges(address.host, address.port, process, join(folder.dir, "code"));
  const ready = await talk.ready();
  const exchanges = ready ? await talk.all(step.requests) : [];
  if (step.stop !== "none") process.signal(`SIG${step.stop}`);
  const exit = await process.ended;
  const unasked = await talk.close();
  return {
    exchanges,
    exit,
    ready,
    unasked,
    ...(talk.waiting === undefined ? {} : { waiting: talk.waiting }),
  };
}

/** Returns the environment of a step, see "A step" in docs/reference/conformance-cases.md. */
export function environmentOf(
  step: Step,
  testee: Testee,
  { dir, kept }: Pick<CaseFolder, "dir" | "kept">,
  placeholders: Record<string, string>,
): Record<string, string> {
  const env: Record<string, string | null> = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    ...{ HOME: join(dir, "home"), TMPDIR: join(dir, "tmp"), LANG: "C.UTF-8", TZ: "UTC" },
    ...{ BOT_ID: `bot-${placeholders.nonce}`, BOT_CONFIG: "{}", CODE_MOUNT_DIR: join(dir, "code") },
    BOT_TYPE: step.kind === "serve" ? "realtime" : "scheduled",
    ...{ RESULT_PATH: join(dir, "out/result.json"), STATE_DIR: join(dir, "state") },
    ...(step.kind === "serve" ? { QUERY_HOST: "127.0.0.1", QUERY_PORT: placeholders.port! } : {}),
    ...testee.env,
    ...step.env,
    ...{ CONF_SCRIPT: join(kept, "script.json"), CONF_TRACE: join(kept, "trace") },
  };
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(given);
}

function removeOldResult(env: Record<string, string>, dir: string): void {
  const path = resolve(join(dir, "code"), env.RESULT_PATH || "result.json");
  if (path.startsWith(`${dir}/`) && existsSync(path) && statSync(path).isFile()) rmSync(path);
}

async function sendWhenThere({ signal }: Step, process: Process, code: string): Promise<void> {
  if (!signal) return;
  while (!existsSync(join(code, signal.when))) {
    if (process.isOver) return;
    await pause(3);
  }
  process.signal(`SIG${signal.send.replace(/^SIG/, "")}`);
}

async function accepts({ host, port }: Address): Promise<boolean> {
  try {
    (await Connection.open(host, port)).destroy();
    return true;
  } catch {
    return false;
  }
}

const held = new Map<string, { server: Promise<Server | null>; holders: number }>();
/** Ports that another program holds. */
const kept = new Set<number>();

/**
 * Keeps a port in use until the returned function is called: by a server that all steps share, unless another
 * program holds it.
 */
async function occupy(port: string): Promise<() => void> {
  const hold = held.get(port) ?? { server: takePort(Number(port)), holders: 0 };
  held.set(port, hold);
  hold.holders++;
  const server = await hold.server;
  return () => {
    if (--hold.holders > 0) return;
    held.delete(port);
    server?.close();
  };
}

/** Retries for a while, because another run of the suite releases the port after its step. */
async function takePort(port: number): Promise<Server | null> {
  const patience = kept.has(port) ? 0 : 5_000;
  const began = performance.now();
  for (;;) {
    const server = await listenOn(port);
    if (server) return server;
    if (performance.now() - began >= patience) break;
    await pause(5);
  }
  kept.add(port);
  return null;
}

/**
 * Listens with `reusePort` where the system supports it, so that other runs can share the port; a testee must not.
 */
async function listenOn(port: number): Promise<Server | null> {
  return (await tryListening(port, true)) ?? tryListening(port, false);
}

function tryListening(port: number, reusePort: boolean): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(null));
    server.listen({ port, host: "127.0.0.1", reusePort }, () => done(server));
  });
}

/**
 * Returns a free port below the range of ephemeral ports, so that no connection takes it before the testee starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const isFree = await new Promise<boolean>((done) => {
      const server = createServer();
      server.once("error", () => done(false));
      server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
