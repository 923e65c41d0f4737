import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, connectBorder } from "../src/platform.ts";

let folder: string;
const opened: Connection[] = [];
const open = async () => {
  const connection = await connectBorder(folder, (command) => command);
  opened.push(connection);
  return connection;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botyard-border-"));
});
afterEach(async () => {
  for (const { pid } of opened) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
  await Promise.all(opened.splice(0).map(({ lost }) => lost));
  rmSync(folder, { recursive: true, force: true });
});

test("a border that does not answer is killed, because what it serves could not be cut", async () => {
  const stopped = await open();
  process.kill(stopped.pid, "SIGSTOP");
  const next = await open();
  expect(next.pid).not.toBe(stopped.pid);
  await stopped.lost;
}, 180_000);

test("a second border for a folder ends, and leaves the socket to the first one", async () => {
  const first = await open();
  const program = join(import.meta.dirname, "../src/main.ts");
  const second = spawn(process.execPath, [program, folder], { env: { UV_THREADPOOL_SIZE: "1" } });
  expect(await once(second, "exit")).toEqual([0, null]);
  expect((await open()).pid).toBe(first.pid);
}, 180_000);

test("a border is started where its socket is an old one, or another file", async () => {
  const killed = await open();
  process.kill(killed.pid, "SIGKILL");
  await killed.lost;
  const second = await open();
  process.kill(second.pid, "SIGKILL");
  await second.lost;
  rmSync(join(folder, "socket"), { force: true });
  writeFileSync(join(folder, "socket"), "");
  expect((await open()).pid).not.toBe(second.pid);
}, 180_000);
