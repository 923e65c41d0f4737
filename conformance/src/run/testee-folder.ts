import { spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Testee } from "../model.ts";

/** What a build says at most before it is cut, from its end. */
const mostSaid = 4000;

/** Runs a testee's build commands; what went wrong as one text, undefined when nothing did. */
export async function build(testee: Testee): Promise<string | undefined> {
  for (const command of testee.build) {
    const problem = await runTool(command, testee);
    if (problem !== undefined) return `\`${command.join(" ")}\` in ${testee.dir} ${problem}`;
  }
  return undefined;
}

function runTool(command: string[], { dir, env }: Testee): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = "";
    const child = spawn(command[0]!, command.slice(1), {
      cwd: dir,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-mostSaid);
      });
    }
    child.once("error", (error) => resolve(`could not be started: ${error.message}`));
    child.once("close", (code) => resolve(code === 0 ? undefined : `ended with ${code}: ${said.trim()}`));
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
