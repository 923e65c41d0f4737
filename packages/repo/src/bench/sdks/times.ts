import { type StdioPipe, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Pairs } from "./pairs.ts";

/** Runs a program and returns the times that it prints as its last line on standard error. */
export async function timesOf(
  [command = "", ...args]: string[],
  env: Record<string, string>,
  stdout: number | Writable | StdioPipe = "pipe",
): Promise<Pairs> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", stdout, "pipe"],
  });
  if (typeof stdout === "number") closeSync(stdout);
  const exited = once(child, "exit");
  const said = (await text(child.stderr!)).trimEnd();
  const [code] = await exited;
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} exited with code ${code}:\n${said}`);
  return JSON.parse(said.slice(said.lastIndexOf("\n") + 1)) as Pairs;
}
