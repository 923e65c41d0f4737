import { expect, test } from "vitest";
import { commands, groups } from "../../src/commands.ts";
import { asCalled, calledAs } from "../../src/output/as-called.ts";
import { commandHelp, groupHelp, rootHelp } from "../../src/program/help.ts";
import { load } from "../../src/program/run.ts";

const npx = { npm_command: "exec", npm_lifecycle_script: "'platform'" };

test.each([
  [{}, "/usr/bin/platform", "platform"],
  [{}, "/usr/bin/botyard", "botyard"],
  // A shim of pnpm, or a clone.
  [{}, "/clone/packages/cli/bin/platform.mjs", "platform"],
  [{}, undefined, "platform"],
  [npx, "/clone/packages/cli/bin/platform.mjs", "npx platform"],
  [{ ...npx, npm_lifecycle_script: '"platform" "bot" "get"' }, "/p/.bin/platform", "npx platform"],
  [{ ...npx, npm_lifecycle_script: "botyard" }, "/p/node_modules/.bin/botyard", "npx botyard"],
  [
    { ...npx, npm_lifecycle_script: "botyard" },
    "/home/a/.npm/_npx/1f/node_modules/.bin/botyard",
    "npx @botyard/cli",
  ],
  [{ ...npx, npm_lifecycle_script: "vitest run" }, "/usr/bin/botyard", "botyard"],
  [{ npm_command: "run-script", npm_lifecycle_script: "platform serve" }, "/bin/platform", "platform"],
])("with %j, %s was called as %s", (env, script, name) => {
  expect(calledAs(env, script)).toBe(name);
});

test.each([
  ["platform doctor", "npx platform doctor"],
  ["platform --help", "npx platform --help"],
  ["platform network show x", "npx platform network show x"],
  [
    "use platform auth logout, or: platform key list",
    "use npx platform auth logout, or: npx platform key list",
  ],
  ["A=1 platform custom-bot deploy", "A=1 npx platform custom-bot deploy"],
])("in %s", (hint, called) => {
  expect(asCalled("npx platform", hint)).toBe(called);
  expect(asCalled("platform", hint)).toBe(hint);
});

test("the first word of every command is known", () => {
  for (const { path } of commands) expect(asCalled("x", `platform ${path}`)).toBe(`x ${path}`);
});

test.each([
  "Stopping the platform. The bots keep running.",
  "the platform is version 1.0.0",
  "the platform run by another user",
  "npx platform bot list",
  "./bin/platform bot list",
  "platform botyard",
])("%s is not changed", (text) => {
  expect(asCalled("npx platform", text)).toBe(text);
});

test("help names the command as it was called, in all of its command lines", async () => {
  const ofCommands = await Promise.all(
    commands.map(async (entry) => commandHelp(entry, await load(entry), "botyard")),
  );
  const texts = [
    ...[rootHelp("botyard"), ...ofCommands],
    ...Object.keys(groups).map((group) => groupHelp(group, "botyard")),
  ];
  for (const text of texts) expect(text).toMatch(/^botyard[ :]/);
  const words = [...new Set(commands.map(({ path }) => path.split(" ")[0]!))].join("|");
  expect(texts.join("\n")).not.toMatch(new RegExp(`^ +(\\w+=\\S+ )?platform (${words}|--)`, "m"));
  expect(texts.join("\n")).toContain("cd my-bot && botyard custom-bot deploy");
  // Words that are not the command stay.
  expect(texts.join("\n")).toContain("Run the platform on this machine");
});
