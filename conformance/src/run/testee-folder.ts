import { spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Testee } from "../model.ts";

/** What a build says at most before it is cut, from its end. */
const mostSaid = 4000;

/** Minutes that a build command may take: a compiler that has everything to do anew has them. */
const mostMinutes = 30;

/**
 * Runs a testee's build commands; what went wrong as one text, undefined when nothing did.
 *
 * @param stop aborted: ends the command under way, with all that it started
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
      // A group of its own, which can be ended as one.
      detached: true,
    });
    const end = (): void => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // It has ended, or never began.
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
    child.once("error", (error) => done(`could not be started: ${error.message}`));
    child.once("close", (code) => done(code === 0 ? undefined : `exited with code ${code}: ${said.trim()}`));
  });
}

/** Names and times of what is in a testee's folder: no case may change it. What tools hide there is theirs. */
export function stampOf({ dir }: Testee): string {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => !/(^|\/)(node_modules|\.[^/]*)(\/|$)/.test(name))
    .sort()
    .map((name) => {
      const { mtimeMs, size } = lstatSync(join(dir, name));
      return `${name} ${mtimeMs} ${size}`;
    })
    .join("\n");
}

/** The first name by which two stamps differ. */
export function firstChange(before: string, after: string): string | undefined {
  const then = new Set(before.split("\n"));
  const now = new Set(after.split("\n"));
  const line = [...now].find((entry) => !then.has(entry)) ?? [...then].find((entry) => !now.has(entry));
  return line?.replace(/ [\d.]+ \d+$/, "");
}
