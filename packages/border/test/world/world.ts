import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";
import type { Commands } from "./agent.ts";
import { makeCertificates } from "./certificates.ts";
import { type Remote, remoteOf } from "./messages.ts";

/** What a server of the internet has received on one connection. */
export interface Heard {
  address: string;
  port: number;
  text: string;
}

/** An internet with servers and names, the border, and networks of bots, in a network of its own. */
export type World = Remote<Commands> & AsyncDisposable & { authority: string };

const agent = fileURLToPath(new URL("agent.ts", import.meta.url));

/** Without root, a world is in a user namespace in which this user is root. */
const inOwnNetwork = [
  ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"]),
  ...["--net", "--mount"],
];

/** As `describe`, for tests that open a world. Where none can be opened, a skipped test gives the reason. */
export function describeInWorld(title: string, define: () => void): void {
  const { status: code, stderr } = spawnSync("unshare", [...inOwnNetwork, "true"], { encoding: "utf8" });
  if (code === 0) describe(title, define);
  else test(title, ({ skip }) => skip(stderr));
}

/** @param runner the command of a program that runs bots, instead of the border alone */
export async function openWorld(
  names: readonly string[] = ["api.exchange.test"],
  runner: readonly string[] = [],
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "botyard-world-"));
  makeCertificates(folder, names);
  const child = spawn("unshare", [...inOwnNetwork, process.execPath, agent, folder, folder, ...runner], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const remote = await remoteOf<Commands>(child);
  const close = async () => {
    const ended = once(child, "exit");
    remote.end().catch(() => {});
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return new Proxy(remote as World, {
    get(commands, name) {
      if (name === Symbol.asyncDispose) return close;
      if (name === "authority") return join(folder, "authority.pem");
      return commands[name as keyof Commands];
    },
  });
}
