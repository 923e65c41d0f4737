import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";

/** All packages and SDKs have one version. */
export const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const bin = fileURLToPath(new URL("../bin/platform.mjs", import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Options {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
}

/** Creates a folder that is removed after the test. */
export function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), "botyard-cli-"));
  leftovers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

const leftovers: (() => unknown)[] = [];
export const afterThisTest = (clean: () => unknown) => void leftovers.push(clean);
afterEach(async () => {
  for (const clean of leftovers.splice(0).reverse()) await clean();
});

/** Starts the real command in a process, without the profile and the settings of the user. */
export function start(args: readonly string[], options: Options = {}): ChildProcessWithoutNullStreams {
  return begin(process.execPath, [bin, ...args], options);
}

/** Starts the command in a terminal of 80 columns. Both streams of the command are the standard output. */
export function inTerminal(args: readonly string[], options: Options = {}): ChildProcessWithoutNullStreams {
  const quoted = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(" ");
  const env = { TERM: "xterm", ...options.env };
  return begin("script", ["-qec", `stty cols 80 rows 24; ${quoted}`, "/dev/null"], { ...options, env });
}

function begin(program: string, args: string[], { env = {}, cwd }: Options): ChildProcessWithoutNullStreams {
  const home = env.HOME ?? temporary();
  const bare = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PLATFORM_|XDG_|NO_COLOR|CI$|PAGER$|.*_proxy$)/i.test(name),
    ),
  );
  return spawn(program, args, {
    cwd: cwd ?? home,
    env: { ...bare, HOME: home, PLATFORM_CONFIG_HOME: join(home, "config"), ...env },
  });
}

/** Runs the command until it exits. */
export function platform(args: readonly string[], options: Options = {}): Promise<Ended> {
  const child = start(args, options);
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  return ended(child);
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Waits until the output of the process matches; rejects if it exits before. */
export function says(
  child: ChildProcessWithoutNullStreams,
  stream: "stdout" | "stderr",
  what: RegExp,
): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    child[stream].on("data", (chunk: Buffer | string) => {
      said += chunk;
      if (what.test(said)) resolve(said);
    });
    child.on("close", (code) =>
      reject(new Error(`The process exited with ${code} before printing ${what}: ${said}`)),
    );
  });
}
