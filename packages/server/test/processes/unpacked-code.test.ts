import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { machineStart, removeTornCode } from "../../src/processes/unpacked-code.ts";

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

test("a restart of the platform keeps unpacked packages and removes incomplete ones", async () => {
  await removeTornCode(dataDir, async () => "first");
  unpack(whole, `${whole}.partial-1234`);
  await removeTornCode(dataDir, async () => "first");
  expect(seen()).toEqual([whole]);
});

test("after a reboot every package is unpacked again", async () => {
  await removeTornCode(dataDir, async () => "first");
  unpack(whole);
  await removeTornCode(dataDir, async () => "second");
  expect(seen()).toEqual([]);
});

test("without a mark nothing is removed, since a bot may be using it", async () => {
  unpack(whole);
  await removeTornCode(dataDir, async () => "first");
  expect(seen()).toEqual([whole]);
});

test("the boot id does not change while the machine runs", async () => {
  expect(await machineStart()).toMatch(/^[0-9a-f-]{36}$/);
  expect(await machineStart()).toBe(await machineStart());
});
