import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { passableFolder } from "../drive/folder.ts";
import { freePort, until } from "../drive/platform.ts";
import { root } from "../root.ts";

/** The demo of `npm start` in a temporary folder, on a port of its own. */
export interface Demo {
  url: string;
  key: string;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the demo with a faster feed. Resolves when it has printed that everything works. */
export async function startDemo(daySeconds: number): Promise<Demo> {
  const home = passableFolder("botyard-screenshots-");
  const port = await freePort();
  const options = ["--home", home, "--port", String(port), "--day-seconds", String(daySeconds)];
  const child = spawn(process.execPath, [join(root, "packages", "repo", "src", "start.ts"), ...options], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    await end(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  await until(async () => said.includes("Ctrl-C stops everything.") || hasEnded(child));
  if (hasEnded(child)) {
    await stop();
    throw new Error(`npm start has failed:\n${said}`);
  }
  const url = `http://127.0.0.1:${port}`;
  const key = readFileSync(join(home, "data", "admin.key"), "utf8").trim();
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  return { url, key, call, stop };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
