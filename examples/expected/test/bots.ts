import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeAll } from "vitest";
import { builtLanguages } from "../../../packages/repo/src/drive/compiled.ts";
import { buildReferenceBot } from "../../../packages/repo/src/drive/reference-bots.ts";
import { createFeed } from "../../price-feed/src/feed.ts";
import { loadMarket } from "../../price-feed/src/market.ts";

export const examples = join(import.meta.dirname, "..", "..");
const market = loadMarket(join(examples, "price-feed", "data"));

/** Clean-up functions that run after each test, for processes, servers and folders. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Starts a real feed on a free port. The test sets its date and rate limit, and whether it sends the times of closes. */
export async function startFeed(now: string, publishedAt?: (day: string) => string) {
  const feed = { now, url: "", wait: 0, asked: () => {} };
  const server = createFeed({
    market,
    clock: () => ({ date: feed.now, ...(publishedAt && { publishedAt }) }),
    limiter: () => {
      feed.asked();
      return feed.wait;
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  undo.push(() => server.close());
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return feed;
}

const python = ["python3.11", "python3"].find((name) => {
  try {
    execFileSync(name, ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})!;

const folderOf = (language: { name: string }) => `crossover-${language.name}`;

/** The realtime bots. Those in compiled languages are among them if this machine can build them. */
export const realtimeBots = ["crossover-python", ...builtLanguages.map(folderOf)];
beforeAll(async () => {
  for (const language of builtLanguages) await buildReferenceBot(language);
  // Compiling takes minutes where other builds run, and all files wait for the first that builds.
}, 1_800_000);

/** Returns the command of a bot's program. */
function programOf(code: string, name: "main" | "query"): string[] {
  if (existsSync(join(code, "main.py"))) return [python, join(code, `${name}.py`)];
  if (existsSync(join(code, "main.mjs"))) return [process.execPath, join(code, `${name}.mjs`)];
  const folder = basename(code);
  return builtLanguages.find((one) => folderOf(one) === folder)!.program(code, folder, name);
}

export type Json = Record<string, unknown>;
export type Metric = { type: string; data: Json };
export type Ended = { code: number | null; metrics: Metric[]; logs: Json[]; result: Json | undefined };

/** A process of a bot. */
export type Started = {
  /** Waits until the process has written the text to either stream. Rejects if the process ends without it. */
  says(text: string): Promise<void>;
  /** Sends SIGTERM, as the platform does. */
  stop(): Promise<Ended>;
  ended: Promise<Ended>;
};

/**
 * Returns functions that start processes of a bot with the environment that the platform would set. They share the
 * state in `stateDir`, which two bots can also share.
 */
export function botIn(folder: string, config: Json, feedUrl: string, stateDir?: string) {
  const home = mkdtempSync(join(tmpdir(), "botyard-example-"));
  undo.push(() => rmSync(home, { recursive: true, force: true }));
  const code = join(examples, folder);
  const state = stateDir ?? join(home, "state");
  let processes = 0;

  function start(name: "main" | "query", extra: Record<string, string> = {}): Started {
    const resultPath = join(home, `result-${processes++}.json`);
    const [program, ...args] = programOf(code, name);
    const child = spawn(program!, args, {
      cwd: code,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        PYTHONPATH: join(examples, "..", "sdks", "python", "src"),
        PYTHONDONTWRITEBYTECODE: "1",
        BOT_ID: "bot-1",
        BOT_CONFIG: JSON.stringify(config),
        CODE_MOUNT_DIR: code,
        RESULT_PATH: resultPath,
        STATE_DIR: state,
        PRICE_FEED_URL: feedUrl,
        ...extra,
      },
    });
    undo.push(() => child.kill("SIGKILL"));
    return watch(child, resultPath);
  }

  return {
    stateDir: state,
    start: () => start("main"),
    run: (extra: Record<string, string> = {}) => start("main", extra).ended,
    serveQueries: (port: number) => start("query", { QUERY_PORT: String(port) }),
    async query(path: string, params: Json = {}): Promise<Json | undefined> {
      const environment = { QUERY_PATH: path, QUERY_PARAMS: JSON.stringify(params) };
      return (await start("query", environment).ended).result;
    },
  };
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>, resultPath: string): Started {
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said.err += text;
  });
  const ended = once(child, "close").then(([code]): Ended => {
    const metrics = jsonLines(said.out).map(({ _metric, data }) => ({ type: _metric, data }) as Metric);
    return { code, metrics, logs: jsonLines(said.err), result: readJson(resultPath) };
  });
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (said.out.includes(text) || said.err.includes(text)) resolve();
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      look();
      void ended.then(() => reject(new Error(`it ended without writing ${text}:\n${said.out}${said.err}`)));
    });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { says, stop, ended };
}

const jsonLines = (text: string) => text.split("\n").filter(Boolean).map(readLine);

function readLine(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return { text: line };
  }
}

function readJson(file: string): Json | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Json;
  } catch {
    return undefined;
  }
}
