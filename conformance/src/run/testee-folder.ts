import { spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Testee } from "../model.ts";

/** Number of characters kept of a build's output, from its end. */
const mostSaid = 4000;

/** Time limit of a build command in minutes, enough for a full compilation. */
const mostMinutes = 30;

/**
 * Runs a testee's build commands. Returns the first problem; undefined if all succeed.
 *
 * @param stop when aborted, kills the running command with its process group
 */
export async function build(testee: Testee, stop: AbortSignal): Promise<string | undefined> {
  for (const command of testee.build) {
    const problem = await runTool(command, testee, stop);
    if (problem !== undefined) return `\`${command.join(" ")}\` in ${testee.dir} ${problem}`;
  }
  return undefined;
}

function runTool(command: string[], { dir, env }: Testee, stop: AbortSignal): Promise<string | undefined> {
  if (stop.aborted) return Promise.resolve("was stopped");
  return new Promise((resolve) => {
    let said = "";
    const child = spawn(command[0]!, command.slice(1), {
      cwd: dir,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group, so that it can be killed with its children.
      detached: true,
    });
    const end = (): void => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // It has ended or was not started.
      }
    };
    const timer = setTimeout(() => {
      end();
      done(`took more than ${mostMinutes} minutes`);
    }, mostMinutes * 60_000);
    const done = (problem: string | undefined): void => {
      clearTimeout(timer);
      stop.removeEventListener("abort", end);
      resolve(stop.aborted ? "was stopped" : problem);
    };
    stop.addEventListener("abort", end);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-mostSaid);
      });
    }
    child.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const missing = `could not be started, because ${command[0]} is not installed or not on PATH; choose other testees with --testee`;
      done(code === "ENOENT" ? missing : `could not be started: ${message}`);
    });
    child.once("close", (code) => done(code === 0 ? undefined : `exited with code ${code}: ${said.trim()}`));
  });
}

/**
 * Returns the names of files and folders in a testee's folder, and times and sizes of the files, which no case may change; ignores hidden files, and
 * `obj`, where the formatter of .NET writes, which the tests of all languages run beside the cases.
 */
export function stampOf({ dir }: Testee): string {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => !/(^|\/)(node_modules|obj|\.[^/]*)(\/|$)/.test(name))
    .sort()
    .map((name) => {
      const stat = lstatSync(join(dir, name));
      // The time of a folder changes with each file in it, and it is the file that is to be named.
      return stat.isDirectory() ? `${name}/ 0 0` : `${name} ${stat.mtimeMs} ${stat.size}`;
    })
    .join("\n");
}

/** Returns the first name in which two stamps differ. */
export function firstChange(before: string, after: string): string | undefined {
  const then = new Set(before.split("\n"));
  const now = new Set(after.split("\n"));
  const line = [...now].find((entry) => !then.has(entry)) ?? [...then].find((entry) => !now.has(entry));
  return line?.replace(/ [\d.]+ \d+$/, "");
}
