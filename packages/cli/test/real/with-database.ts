import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { type Ended, ended, says, start, temporary } from "../platform.ts";
import { isolationOptions } from "./served.ts";

/** Has characters that a URL must have encoded. */
export const password = "planted/p@ss#w?rd%";
export const encoded = encodeURIComponent(password);
/** A start that takes longer hangs. */
const hangsMs = 60_000;

const serve = async (url: string, env: Record<string, string> = {}) => {
  const data = join(temporary(), "data");
  const options = ["--port", "0", "--data-dir", data, ...(await isolationOptions(data))];
  return start(["serve", "--verbose", ...options], { env: { PLATFORM_DATABASE_URL: url, ...env } });
};

/** Starts a platform that must not start. Returns what it says. */
export async function refused(url: string, env?: Record<string, string>): Promise<string> {
  const child = await serve(url, env);
  const cancel = new AbortController();
  const hangs = pause(hangsMs, undefined, { signal: cancel.signal }).then(() => {
    child.kill("SIGKILL");
    throw new Error("The start hangs.");
  });
  const argv = argumentsOf(child.pid!);
  const { code, stdout, stderr } = await Promise.race([ended(child), hangs]).finally(() => {
    hangs.catch(() => {});
    cancel.abort();
  });
  expect({ code: code !== 0 && code !== null, stdout }, stderr).toEqual({ code: true, stdout: "" });
  for (const text of [argv, stderr]) expectNoPassword(text);
  const errors = stderr.split("\n").filter((line) => line.startsWith("error: "));
  expect(errors, stderr).toHaveLength(1);
  expect(errors[0]).toMatch(/\.$/);
  return errors[0]!;
}

/** Starts a platform that must start, and stops it. */
export async function starts(url: string, env?: Record<string, string>): Promise<void> {
  const child = await serve(url, env);
  const told: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => told.push(String(chunk)));
  const end: Promise<Ended> = ended(child);
  const failed = end.then(({ stderr }) => {
    throw new Error(`The platform did not start: ${stderr}`);
  });
  failed.catch(() => {});
  const base = /http:\/\/127\.0\.0\.1:\d+/.exec(
    await Promise.race([says(child, "stdout", /platform: +http\S+\n/), failed]),
  )![0];
  for (const path of ["/healthz", "/readyz", "/openapi.json"])
    expectNoPassword(await (await fetch(`${base}${path}`)).text());
  expectNoPassword(argumentsOf(child.pid!));
  child.kill("SIGTERM");
  await end;
  expectNoPassword(told.join(""));
}

function expectNoPassword(text: string): void {
  for (const form of [password, encoded, "planted"]) expect(text).not.toContain(form);
}

/** The arguments of a process and of those that it has started. */
function argumentsOf(pid: number): string {
  const read = (name: string, file: string) => {
    try {
      return readFileSync(`/proc/${name}/${file}`, "latin1");
    } catch {
      return "";
    }
  };
  const children = readdirSync("/proc").filter((name) =>
    new RegExp(`^PPid:\\s+${pid}$`, "m").test(/^\d+$/.test(name) ? read(name, "status") : ""),
  );
  return [String(pid), ...children].map((name) => read(name, "cmdline")).join("\n");
}
