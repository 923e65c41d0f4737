import { execFile } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { scripts } from "../src/completion/scripts.ts";
import { platform, temporary } from "./platform.ts";

const words = async (...typed: string[]) => {
  const { stdout, code, stderr } = await platform(["__complete", "--", ...typed]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")[0]]));
};

test("commands, options and values are completed", async () => {
  expect(await words("")).toEqual(expect.arrayContaining(["serve", "dev", "bot", "custom-bot", "help"]));
  expect(await words("bot", "lo")).toEqual(["logs"]);
  expect(await words("bot", "logs", "x", "--l")).toEqual(["--limit", "--level"]);
  expect(await words("bot", "logs", "x", "--level", "")).toEqual([
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "fatal",
  ]);
  expect(await words("help", "exit")).toEqual(["exit-codes"]);
  expect(await words("bot", "query", "x", "/")).toEqual(["/health", "/info"]);
  expect(await words("bot", "deploy", "")).toEqual([":files"]);
  expect(await words("bot", "deploy", '""')).toEqual([":files"]);
  expect(await words("apply", "-f", "")).toEqual([":folders"]);
  expect(await words("apply", "-f", "live", "--pr")).toEqual(["--prune"]);
  expect(await words("export", "")).toEqual([":folders"]);
});

test("aliases are completed like the commands that they stand for", async () => {
  expect(await words("bot", "l")).toEqual(["list", "ls", "logs"]);
  expect(await words("bot", "ls", "--sta")).toEqual(["--status"]);
  expect(await words("key", "l")).toEqual(["list", "ls"]);
  expect(await words("bot", "logs", "x", "--f")).toEqual(["--follow"]);
  expect(await words("run", "")).toEqual(["cancel"]);
});

test("the last word of a list with commas is completed", async () => {
  expect(await words("bot", "list", "--status", "st")).toEqual(["starting", "stopping", "stopped"]);
  expect(await words("bot", "list", "--status", "failed,sto")).toEqual(["failed,stopping", "failed,stopped"]);
  expect(await words("bot", "list", "--status", "stopped,sto")).toEqual(["stopped,stopping"]);
});

test("without a key or a platform there are no candidates and no messages", async () => {
  expect(await words("bot", "get", "")).toEqual([]);
});

test("the printed script completes in bash", async () => {
  const bin = temporary();
  const main = fileURLToPath(new URL("../bin/platform.mjs", import.meta.url));
  writeFileSync(join(bin, "platform"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(bin, "platform"), 0o755);
  const session = `eval "$(platform completion bash)"
    COMP_WORDS=(platform custom-bot in); COMP_CWORD=2; _platform; echo "\${COMPREPLY[*]}"
    COMP_WORDS=(platform bot ""); COMP_CWORD=2; _platform; echo "\${COMPREPLY[*]}"
    complete -p platform`;
  const env = { HOME: bin, PATH: `${bin}:/usr/bin:/bin` };
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", session], { env });
  const [init, bot, registered] = stdout.split("\n");
  expect(init).toBe("init");
  expect(bot!.split(" ")).toEqual(expect.arrayContaining(["deploy", "list", "logs", "query", "delete"]));
  expect(registered).toContain("-F _platform platform");
});

test("a bot's name is completed as it is and never executed", async () => {
  const { bin, env } = namesOnly(["$(touch ran)", "two words", "plain"]);
  const session = `${scripts.bash}
    COMP_WORDS=(platform bot get ""); COMP_CWORD=3; _platform; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", session], { env, cwd: bin });
  expect(stdout).toBe("$(touch ran)\ntwo words\nplain\n");
  expect(existsSync(join(bin, "ran"))).toBe(false);
});

test("the printed script completes in fish", async ({ skip }) => {
  skip(!isThere("fish"), "fish is not installed");
  const { env } = namesOnly(["two words", "plain"]);
  const session = `${scripts.fish}\ncomplete -C "platform bot get p"\ncomplete -C "platform bot get "`;
  const { stdout } = await promisify(execFile)("fish", ["--no-config", "-c", session], { env });
  expect(stdout.split("\n").sort()).toEqual(["", "plain\tabout", "plain\tabout", "two words\tabout"]);
});

test("the printed script completes in zsh", async ({ skip }) => {
  skip(!isThere("zsh"), "zsh is not installed");
  const { env } = namesOnly(["a:b", "plain"]);
  // _describe shows its arguments.
  const session = `compdef() { }; _describe() { print -rl -- "\${(@P)2}" }
    ${scripts.zsh}
    words=(platform bot get ""); CURRENT=4; _platform`;
  const { stdout } = await promisify(execFile)("zsh", ["-f", "-c", session], { env });
  expect(stdout).toBe("a\\:b:about\nplain:about\n");
});

test("global options do not prevent completion", async () => {
  expect(await words("--api-url", "http://x", "bot", "lo")).toEqual(["logs"]);
  expect(await words("bot", "list", "--api-url", "http://x", "--status", "ru")).toEqual(["running"]);
  expect(await words("bot", "--api-url", "http://x", "query", "y", "/h")).toEqual(["/health"]);
});

/** Creates a `platform` command that completes these names, and an environment with it on PATH. */
function namesOnly(names: readonly string[]) {
  const bin = temporary();
  const lines = names.map((name) => `'${name}' about`).join(" ");
  writeFileSync(join(bin, "platform"), `#!/bin/sh\nprintf '%s\\t%s\\n' ${lines}\n`);
  chmodSync(join(bin, "platform"), 0o755);
  return { bin, env: { HOME: bin, PATH: `${bin}:/usr/bin:/bin` } };
}

function isThere(shell: string): boolean {
  return ["/usr/bin", "/bin"].some((folder) => existsSync(join(folder, shell)));
}

test("an unknown shell is exit code 2", async () => {
  expect(Object.keys(scripts)).toEqual(["bash", "zsh", "fish", "powershell"]);
  expect(await platform(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("bash, zsh, fish, powershell"),
  });
});
