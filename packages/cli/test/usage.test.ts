import { expect, test } from "vitest";
import { commands, groups } from "../src/commands.ts";
import { exitCodeTable } from "../src/exit-codes.ts";
import { commandHelp, groupHelp, rootHelp } from "../src/program/help.ts";
import { load } from "../src/program/run.ts";
import { topics } from "../src/topics/topics.ts";
import { platform, version } from "./platform.ts";

test("every help text starts with a summary and examples, and fits 80 columns", async () => {
  const texts = await Promise.all(commands.map(async (entry) => commandHelp(entry, await load(entry))));
  for (const text of texts) expect(text).toMatch(/^platform [^\n]+\n\nExamples\n {2}# /);
  const others = [
    rootHelp(),
    ...Object.keys(groups).map((group) => groupHelp(group)),
    ...topics.map((topic) => topic.text()),
  ];
  for (const line of [...texts, ...others].join("\n").split("\n"))
    expect(line.length, line).toBeLessThanOrEqual(80);
});

test("help is printed on standard output and needs no platform, key or terminal", async () => {
  const { code, stdout, stderr } = await platform(["bot", "logs", "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("platform bot logs my-bot -w");
  await expect(platform(["help", "bot", "logs"])).resolves.toMatchObject({ code: 0, stdout });
});

test("help exit-codes lists every exit code", async () => {
  const { stdout } = await platform(["help", "exit-codes"]);
  for (const { code } of exitCodeTable) expect(stdout).toMatch(new RegExp(`^ +${code} `, "m"));
});

test.each([
  [["bto", "list"], 'Unknown command "platform bto".', "platform bot "],
  [["bot", "lits"], 'Unknown command "platform bot lits".', "platform bot list "],
  [
    ["bot", "logs", "x", "--limti", "5"],
    "Unknown option '--limti'. Did you mean --limit?",
    "platform bot logs --help",
  ],
  [["help", "exit-code"], 'There is no help topic or command "exit-code".', "platform help exit-codes"],
])("%j is exit code 2 with a suggestion", async (args, sentence, next) => {
  const { code, stdout, stderr } = await platform(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`error: ${sentence}`);
  expect(stderr).toContain(`next: ${next}`);
});

test.each([
  [["bot", "get"], "Missing required argument 'bot_id'."],
  [["bot", "list", "--status", "happy"], "argument 'happy' is invalid"],
  [["bot", "list", "extra"], 'Too many arguments: platform bot list does not accept "extra".'],
  [
    ["bot", "list", "--json", "nme"],
    'Unknown JSON field "nme". Did you mean "name"? Available fields: bot_id,',
  ],
  [["bot", "query", "my bot", "status"], "next: platform bot query 'my bot' /status"],
  [["bot", "--quiet"], "platform bot requires a command."],
  [["bot", "list", "--json=bot_id,colour"], 'Unknown JSON field "colour".'],
  [["bot", "logs", "x", "-n", "many"], "--limit many is not a whole number"],
  [["bot", "logs", "x", "--since", "yesterday"], "--since yesterday is not a time"],
  [["bot", "logs", "x", "--date-range", "2026-11-20..soon"], "--date-range soon is not a time"],
  [["bot", "deploy", "x.json", "--timeout", "soon"], "--timeout soon is not a duration"],
])("%j is exit code 2", async (args, sentence) => {
  const { code, stderr } = await platform(args);
  expect(stderr).toContain(sentence);
  expect(code).toBe(2);
});

test("--version prints the version", async () => {
  const { stdout, code } = await platform(["--version"]);
  expect({ stdout, code }).toEqual({ stdout: `${version}\n`, code: 0 });
});

test("a key cannot be given as an argument", async () => {
  const { code, stderr } = await platform(["bot", "list", "--api-key", "by_secret"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Unknown option '--api-key'");
  const help = await Promise.all(commands.map(async (entry) => commandHelp(entry, await load(entry))));
  expect(help.join("\n")).not.toMatch(/--api-key </);
});

test("standard input can be used only once", async () => {
  const { code, stderr } = await platform(["bot", "deploy", "-", "--api-key-stdin"], {
    input: '{"name":"x","type":"realtime/x","version":"1.0.0","config":{}}',
  });
  expect(code).toBe(2);
  expect(stderr).toContain("Standard input cannot be both the key and the instance configuration.");
});

test("a group without a command lists its commands", async () => {
  const { code, stdout, stderr } = await platform(["bot"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^platform bot: Manage bots[^\n]*\n\nCommands\n {2}deploy /);
  expect(await platform(["bot", "--help"])).toMatchObject({ stdout });
});

test("platform version prints what --version prints", async () => {
  expect(await platform(["version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  expect(JSON.parse((await platform(["version", "--json"])).stdout)).toEqual({ version });
});

test("an alias is the command, also in its help", async () => {
  expect(await platform(["bot", "ls", "--help"])).toEqual(await platform(["bot", "list", "--help"]));
  expect((await platform(["custom-bot", "list", "--help"])).stdout).toContain(
    "Alias: platform custom-bot ls",
  );
});

test("hints name the command as it was called", async () => {
  const env = {
    npm_command: "exec",
    npm_lifecycle_script: "platform",
    PLATFORM_API_URL: "http://127.0.0.1:9",
  };
  expect((await platform(["bot", "list"], { env })).stderr).toContain("next: npx platform auth login\n");
  expect((await platform(["bot", "lits"], { env })).stderr).toContain("next: npx platform bot list ");
  expect((await platform(["bot", "lits"])).stderr).toContain("next: platform bot list ");
  expect((await platform(["doctor"], { env })).stdout).toContain("next: npx platform ");
});
