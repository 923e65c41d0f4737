import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Context } from "../src/context.ts";
import { mentionUpdate } from "../src/updates/updates.ts";
import { platform, temporary } from "./platform.ts";

/** A terminal context of the published command 0.1.0, whose last check has just found this version. */
function person(
  latest: string,
  more: { env?: Record<string, string>; clone?: string; isTTY?: boolean } = {},
) {
  const cache = temporary();
  writeFileSync(join(cache, "update.json"), JSON.stringify({ at: Date.now(), latest }));
  const notes: string[] = [];
  const context = {
    env: { PLATFORM_CACHE_HOME: cache, ...more.env },
    clone: more.clone,
    version: "0.1.0",
    stderr: { isTTY: more.isTTY ?? true },
    clock: { now: () => new Date() },
    note: (text: string) => notes.push(text),
  } as unknown as Context;
  return { context, notes };
}

test("a newer version is reported on a terminal", async () => {
  const { context, notes } = person("0.2.0");
  await mentionUpdate(context);
  expect(notes).toEqual(["platform 0.2.0 is available (you have 0.1.0): npm install --global @botyard/cli"]);
});

test.each([
  ["the same version", () => person("0.1.0")],
  ["an older one", () => person("0.0.9")],
  ["CI", () => person("0.2.0", { env: { CI: "true" } })],
  ["PLATFORM_NO_UPDATE_CHECK", () => person("0.2.0", { env: { PLATFORM_NO_UPDATE_CHECK: "1" } })],
  ["a pipe", () => person("0.2.0", { isTTY: false })],
  ["a clone, which git updates", () => person("0.2.0", { clone: "/clone" })],
])("no update is reported for %s", async (_what, who) => {
  const { context, notes } = who();
  await mentionUpdate(context);
  expect(notes).toEqual([]);
});

test("the check asks npm and stores the version, or that there is none", async () => {
  const [bin, cache] = [join(temporary(), "bin"), temporary()];
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), '#!/bin/sh\n[ "$2" = "@botyard/cli" ] && echo 9.9.9\n');
  chmodSync(join(bin, "npm"), 0o755);
  const env = { PLATFORM_CACHE_HOME: cache };
  const kept = () => JSON.parse(readFileSync(join(cache, "update.json"), "utf8"));
  await platform(["__look-for-update"], { env: { ...env, PATH: `${bin}:/usr/bin:/bin` } });
  expect(kept()).toMatchObject({ latest: "9.9.9" });
  await platform(["__look-for-update"], { env: { ...env, PATH: "/nowhere" } });
  expect(kept().latest).toBeUndefined();
});
