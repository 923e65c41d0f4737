import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Commands } from "./agent.ts";

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
export type World = Remote & AsyncDisposable & { certificate: string };

const agent = fileURLToPath(new URL("agent.ts", import.meta.url));

/** Makes a certificate for these names, which tests trust. */
function makeCertificate(folder: string, names: readonly string[]): void {
  execFileSync(
    "openssl",
    [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...[
        "-subj",
        `/CN=${names[0]}`,
        "-addext",
        `subjectAltName=${names.map((name) => `DNS:${name}`).join(",")}`,
      ],
      ...["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")],
    ],
    { stdio: "ignore" },
  );
}

export async function openWorld(names: readonly string[] = ["api.exchange.test"]): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "botyard-world-"));
  makeCertificate(folder, names);
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
      if (name === "certificate") return join(folder, "certificate.pem");
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
