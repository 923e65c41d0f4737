import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { machineStart, removeTornCode } from "../../src/engine/unpacked-code.ts";

const dataDir = mkdtempSync(join(tmpdir(), "code-"));
const whole = "a".repeat(64);
const code = join(dataDir, "code");
afterEach(() => rmSync(code, { recursive: true, force: true }));

function unpack(...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(code, name), { recursive: true });
    writeFileSync(join(code, name, "main.mjs"), "");
  }
}

const seen = () => readdirSync(code).filter((name) => !name.startsWith("."));

test("A restart of the platform keeps the unpacked packages and removes what was cut short", async () => {
  await removeTornCode(dataDir, async () => "first");
  unpack(whole, `${whole}.partial-1234`);
  await removeTornCode(dataDir, async () => "first");
  expect(seen()).toEqual([whole]);
});

test("After a start of the machine every package is unpacked anew", async () => {
  await removeTornCode(dataDir, async () => "first");
  unpack(whole);
  await removeTornCode(dataDir, async () => "second");
  expect(seen()).toEqual([]);
});

test("Without a mark nothing is removed: a bot may be running on it", async () => {
  unpack(whole);
  await removeTornCode(dataDir, async () => "first");
  expect(seen()).toEqual([whole]);
});

test("The machine's start is the same for the whole run", async () => {
  expect(await machineStart()).toMatch(/^[0-9a-f-]{36}$/);
  expect(await machineStart()).toBe(await machineStart());
});
