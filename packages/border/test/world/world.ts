import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Commands } from "./agent.ts";
import { makeCertificates } from "./certificates.ts";

/** What a server of the internet has received on one connection. */
export interface Heard {
  address: string;
  port: number;
  text: string;
}

/** How a program ended. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

type Remote = {
  [Name in keyof Commands]: (
    ...args: Parameters<Commands[Name]>
  ) => Promise<Awaited<ReturnType<Commands[Name]>>>;
};

/** An internet with servers and names, the border, and networks of bots, in a network of its own. */
export type World = Remote & AsyncDisposable & { authority: string };

const agent = fileURLToPath(new URL("agent.ts", import.meta.url));

export async function openWorld(names: readonly string[] = ["api.exchange.test"]): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "botyard-world-"));
  makeCertificates(folder, names);
  const child = spawn("unshare", ["--net", "--mount", process.execPath, agent, folder, folder], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const ready = new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The world ended with ${code}.`)));
    child.on("message", (message: { id?: number; value?: unknown; error?: string }) => {
      if (message.id === undefined) return resolve();
      const { resolve: answer, reject: refuse } = waiting.get(message.id)!;
      waiting.delete(message.id);
      if (message.error === undefined) answer(message.value);
      else refuse(new Error(message.error));
    });
  });
  await ready;
  let last = 0;
  const call = (name: string, args: unknown[]) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      child.send({ id: last, name, args });
    });
  const close = async () => {
    await ended(child, () => void call("end", []).catch(() => {}));
    rmSync(folder, { recursive: true, force: true });
  };
  return new Proxy({} as World, {
    get(_, name) {
      if (name === Symbol.asyncDispose) return close;
      if (name === "authority") return join(folder, "authority.pem");
      if (name === "then") return undefined;
      return (...args: unknown[]) => call(String(name), args);
    },
  });
}

function ended(child: ChildProcess, end: () => void): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    end();
  });
}
