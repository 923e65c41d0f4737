import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addRuntimes, type Runtimes, runtimes } from "@botyard/manifest";
import { afterAll, expect, test } from "vitest";
import { TargetReader } from "../src/executors/process/tools/target.ts";
import { Tools } from "../src/executors/process/tools/tools.ts";

const dir = mkdtempSync(join(tmpdir(), "botyard-target-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const read = (table: Runtimes) => new TargetReader().read(table, new Tools(() => undefined, dir));

test("the executor tells its machine, and the interpreters that it would start", async () => {
  const target = await read(runtimes);
  expect(target).toMatchObject({ os: "linux", architecture: process.arch });
  expect(target.libc_version).toMatch(/^\d+\.\d+/);
  const node = { runtime: "nodejs24", implementation: "node", version: process.versions.node };
  expect(target.interpreters).toContainEqual({ ...node, abi: process.versions.modules });
  const python = target.interpreters.find(({ runtime }) => runtime === "python311")!;
  const [, minor] = python.version.split(".");
  expect(python).toMatchObject({ implementation: "cpython", abi: expect.stringMatching(`^cp3${minor}t?$`) });
});

test("an interpreter that is missing, or cannot be asked, is left out", async () => {
  const row = (name: string) =>
    `{ kind: interpreted, tool: { names: [${name}], minimum: "0" }, entryExtensions: [.py], bot: ["{tool}", "{entry}"] }`;
  const own = addRuntimes(runtimes, `gone: ${row("no-such-python")}\nshell: ${row("sh")}\n`);
  expect(own.problems).toEqual([]);
  const { interpreters } = await read(own.runtimes);
  const found = interpreters.map(({ runtime }) => runtime);
  expect(found).toEqual(expect.arrayContaining(["python311", "python3", "nodejs24", "nodejs"]));
  expect(found).not.toContain("gone");
  expect(found).not.toContain("shell");
});
