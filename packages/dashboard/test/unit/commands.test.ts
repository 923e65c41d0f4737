import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployCommand } from "../../src/domain/settings/deploy-command.ts";
import { asCommand, asCurl } from "../../src/features/queries/commands.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botyard-commands-"));
  const stub = "#!/bin/sh\nprintf '%s\\0' \"$@\"\n";
  for (const [name, script] of [
    ["platform", stub],
    ["curl", stub],
    ["cat-platform", '#!/bin/sh\nprintf "%s\\0" "$@"\ncat\n'],
  ] as const) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const shells = ["bash", "zsh", "sh"].filter((shell) => existsSync(`/bin/${shell}`));
/** A shell that thinks it was started over a network reads files of its user. */
const quiet: Record<string, string[]> = { bash: ["--norc"], zsh: ["-f"] };

/** The words that the program gets when a shell runs the command. */
async function words(shell: string, command: string): Promise<string[]> {
  const env = { PATH: `${folder}:${process.env.PATH}`, PLATFORM_API_KEY: "by key'$x" };
  const { stdout, stderr } = await promisify(execFile)(shell, [...(quiet[shell] ?? []), "-c", command], {
    env,
    cwd: folder,
  });
  expect(stderr).toBe("");
  return stdout.split("\0").slice(0, -1);
}

const hostile = [
  "plain",
  "",
  "two words",
  "it's",
  "''",
  'a "quoted" $HOME `id` $(id) \\ \\\\',
  "!! !x ~ * ? [a-z] {1,2} # & ; | < > ( )",
  "a\nb\ttab",
  "\u202Ereversed\u2066\u200B\u00A0é🤖",
  "\u001B[31mred\u0007\u007F\u009B",
  "END",
  "%s %n",
  "=ls",
  "-x",
  "--help",
];

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test.each(hostile)("%j reaches the program as one word, in every shell", async (text) => {
  const params = JSON.stringify({ [text]: text }, undefined, 2);
  for (const shell of shells) {
    // What only bash, zsh and ksh can write as a word.
    if (shell === "sh" && unseen.test(text)) continue;
    const isName = text !== "" && !text.startsWith("-") && !unseen.test(text);
    const bot = { bot_id: "bot_1", name: text };
    const [, , named, path, ...options] = await words(shell, asCommand(bot, `/${text}`, params));
    expect([named, path]).toEqual([isName ? text : "bot_1", `/${text}`]);
    expect([options.length, options[0], JSON.parse(options[1]!)]).toEqual([2, "--params", { [text]: text }]);
    const [url, ...rest] = await words(shell, asCurl("http://nas:7070", text, `/${text}`, params));
    expect(url).toBe(`http://nas:7070/api/v1/query/${encodeURIComponent(text)}`);
    expect(rest.slice(0, 5)).toEqual([
      ...["-H", "Authorization: ApiKey by key'$x"],
      ...["-H", "Content-Type: application/json", "--data-raw"],
    ]);
    expect(JSON.parse(rest[5]!)).toEqual({ query_path: `/${text}`, params: { [text]: text } });
    expect(rest.length).toBe(6);
  }
});

test.each(hostile)("%j cannot act upon the terminal that it is pasted into", (text) => {
  const params = JSON.stringify({ a: text });
  const instance = { name: text, type: "realtime/x", version: "1.0.0", config: { [text]: text } };
  for (const command of [
    asCommand({ bot_id: "bot_1", name: text }, `/${text}`, params),
    asCurl("http://nas:7070", "bot_1", `/${text}`, params),
    deployCommand(instance),
  ])
    expect(command.replaceAll("\n", "")).not.toMatch(unseen);
});

test.each(hostile)("a bot named %j is created as it was entered", async (text) => {
  const instance = { name: text, type: "realtime/x", version: "1.0.0", config: { [text]: `\nEND\n${text}` } };
  for (const shell of shells) {
    const command = deployCommand(instance).replace("platform", "cat-platform");
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = await promisify(execFile)(shell, [...(quiet[shell] ?? []), "-c", command], { env });
    const [bot, deploy, file, json] = stdout.split("\0");
    expect([bot, deploy, file, JSON.parse(json!)]).toEqual(["bot", "deploy", "-", instance]);
  }
});

test("numbers keep their digits, and no parameters need no option", async () => {
  const bot = { bot_id: "bot_1", name: "a" };
  const params = '{\n  "id": 12345678901234567890,\n  "price": 1.10\n}';
  const [, , , , , sent] = await words("bash", asCommand(bot, "/x", params));
  expect(sent).toBe('{ "id": 12345678901234567890, "price": 1.10 }');
  expect(await words("bash", asCurl("http://[::1]:7070", "bot_1", "/x", params))).toContain(
    '{"query_path":"/x","params":{ "id": 12345678901234567890, "price": 1.10 }}',
  );
  expect(await words("bash", asCommand(bot, "/x", "{ }"))).toEqual(["bot", "query", "a", "/x"]);
});
