import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { surveyIsolation } from "@botyard/runtime/process";
import { type Ended, platform as run, says, start } from "../platform.ts";

/** A platform started by the command, with a separate data folder and profile. */
export interface Served {
  dir: string;
  url: string;
  /** `HOME` and profile of a signed-in user. */
  env: Record<string, string>;
  process: ChildProcessWithoutNullStreams;
  /** Runs a command as this user. */
  platform(
    args: readonly string[],
    options?: { cwd?: string; input?: string; env?: Record<string, string> },
  ): Promise<Ended>;
  /** Runs a command with --json and returns the document. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for and asserts on it.
  json(args: readonly string[], options?: { cwd?: string }): Promise<any>;
  close(): Promise<void>;
}

/** Bots run without isolation, and without networks of their own, only on machines that support none. */
export async function isolationOptions(data: string): Promise<string[]> {
  const { isolation, networkObstacle } = await surveyIsolation(join(data, "executor"));
  return [
    ...(isolation === "none" ? ["--isolation", "none"] : []),
    ...(networkObstacle === undefined ? [] : ["--network", "host"]),
  ];
}

export async function serve(...args: string[]): Promise<Served> {
  const dir = mkdtempSync(join(tmpdir(), "botyard-cli-real-"));
  const env = { HOME: dir, PLATFORM_CONFIG_HOME: join(dir, "config") };
  const data = join(dir, "data");
  const none = await isolationOptions(data);
  const child = start(["serve", "--port", "0", "--data-dir", data, "--stop-bots", ...none, ...args], { env });
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  child.on("exit", (code, signal) => {
    if (code !== 0) console.error(`platform serve exited with ${code ?? signal}: ${complaints}`);
  });
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await says(child, "stdout", /platform: +http\S+\n/))![0];
  const platform: Served["platform"] = (words, options) => run(words, { env, ...options });
  const input = readFileSync(join(dir, "data", "admin.key"), "utf8");
  const signedIn = await platform(["auth", "login", "--url", url, "--with-token"], { input });
  if (signedIn.code !== 0) throw new Error(signedIn.stderr);
  return {
    ...{ dir, url, env, process: child, platform },
    async json(words, options) {
      const { code, stdout, stderr } = await platform([...words, "--json"], options);
      if (code !== 0) throw new Error(`${words.join(" ")} exited with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
