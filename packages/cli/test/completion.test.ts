import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
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

test("commands, flags and values are offered where they fit", async () => {
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
});

test("without a sign-in or a platform there is nothing to offer, and nothing is said", async () => {
  expect(await words("bot", "get", "")).toEqual([]);
});

test("bash completes with the script as it is printed", async () => {
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

test("a shell that is not known is a wrong command line", async () => {
  expect(Object.keys(scripts)).toEqual(["bash", "zsh", "fish", "powershell"]);
  expect(await platform(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("bash, zsh, fish, powershell"),
  });
});
