import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { until } from "../../src/drive/platform.ts";
import { readPage, writeFiles } from "../page.ts";
import type { Consumer, Ended } from "./consumer.ts";
import { snippets } from "./snippets.ts";

const page = "docs/how-to/test-against-the-mock-server.md";
const bot = {
  "bot-config.yaml":
    "name: my-bot\nversion: 1.0.0\ntype: realtime\nruntime: python311\nentrypoints:\n  bot: main.py\nschema:\n  bot: bot-schema.json\n",
  "bot-schema.json": '{"type":"object","properties":{}}',
  "main.py": "print('hello')\n",
  "instance.json": '{"name":"mine","type":"realtime/my-bot","version":"1.0.0","config":{}}',
};

/** The pages of the mock server, with the installed archives. */
export function describeMockPages(consumer: () => Consumer): void {
  // Outside the consumer's folder, whose packages and commands would be found from below it.
  const folder = mkdtempSync(join(tmpdir(), "botyard-mock-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes the files of the page into the folder, which has only the packages that the page installs. */
  const writtenFolder = (): string => {
    const [from, to] = [consumer().dir, folder].map((one) => join(one, "node_modules"));
    for (const [, names] of readPage(page).matchAll(/^npm install --save-dev (.*)$/gm))
      for (const name of names!.split(" ")) {
        link(join(from!, name), join(to!, name));
        const { bin = {} } = JSON.parse(readFileSync(join(from!, name, "package.json"), "utf8"));
        for (const command of Object.keys(bin))
          link(join(from!, ".bin", command), join(to!, ".bin", command));
      }
    writeFiles(page, folder);
    return folder;
  };
  const shell = (cwd: string, script: string): Promise<Ended> => {
    const { PATH, ...env } = consumer().env;
    const places = PATH!.split(delimiter).filter((place) => !place.endsWith(join("node_modules", ".bin")));
    return consumer().run("sh", ["-c", script], { cwd, env: { ...env, PATH: places.join(delimiter) } });
  };

  describe(`${page}, with the archives`, () => {
    /** Returns the processes of mock servers in this folder. */
    const mocks = (folder: string) =>
      readdirSync("/proc").filter((pid) => {
        try {
          const args = readFileSync(`/proc/${pid}/cmdline`, "utf8");
          return args.includes("platform-mock") && args.includes(folder);
        } catch {
          return false;
        }
      });
    const isRunning = (pid: string) => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
      } catch {
        return false;
      }
    };
    const mock = (folder: string) => `npx platform-mock --scenario '${folder}/scenario.yaml'`;

    test("its tests pass", async () => {
      const folder = writtenFolder();
      for (const file of ["position.test.mjs", "dashboard.test.mjs"]) {
        const { code, stdout } = await consumer().run(process.execPath, ["--test", file], { cwd: folder });
        expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("fail 0") });
      }
    });

    test("ci.sh deploys a bot with the command line", async ({ skip }) => {
      const folder = writtenFolder();
      for (const [file, body] of Object.entries(bot)) writeFileSync(join(folder, file), body);
      if ((await shell(folder, "command -v jq && command -v curl")).code !== 0)
        skip("jq or curl is not installed");
      const { code, stdout, stderr } = await shell(folder, "sh ci.sh");
      expect({ code, stdout }, stderr).toEqual({
        code: 0,
        stdout: expect.stringContaining('{"position":3}'),
      });
      const operations = readFileSync(join(folder, "operations.txt"), "utf8").split("\n");
      expect(operations).toEqual(
        expect.arrayContaining(["uploadFileList", "sendFiles", "createBot", "queryBot"]),
      );
    });

    test("however the command after -- ends, its exit code is passed on and nothing is left running", async () => {
      const folder = writtenFolder();
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const { port } = taken.address() as { port: number };
      writeFileSync(join(folder, "invalid.yaml"), "bots: [{ nome: x }]\n");
      const endings: [string, number, string][] = [
        [`${mock(folder)} -- sh -c 'echo "$PLATFORM_API_URL"; exit 0'`, 0, "http://127.0.0.1:"],
        [`${mock(folder)} -- sh -c 'echo failed; exit 3'`, 3, "failed"],
        [`${mock(folder)} -- sh -c 'kill -9 $$'`, 137, ""],
        [`${mock(folder)} -- no-such-command`, 127, "no-such-command cannot be started"],
        [`${mock(folder)} --port ${port} -- echo "not run"`, 1, "EADDRINUSE"],
        [`npx platform-mock --scenario '${folder}/invalid.yaml' -- echo "not run"`, 2, "nome"],
      ];
      for (const [command, code, says] of endings) {
        const ended = await shell(folder, command);
        expect(ended.code, command).toBe(code);
        expect(`${ended.stdout}${ended.stderr}`, command).toContain(says);
        expect(ended.stdout, command).not.toContain("not run");
      }
      taken.close();
      expect(mocks(folder)).toEqual([]);
    });

    test("kill $! of npx ends the mock, and the command that it runs", async () => {
      const folder = writtenFolder();
      const kill = (mark: string) => `until [ -s ${mark} ]; do sleep 0.1; done; kill $!; wait $!; true`;
      await shell(folder, `${mock(folder)} --port 0 > alone.json & ${kill("alone.json")}`);
      await until(async () => mocks(folder).length === 0);
      const command = `echo $$ > pid; sleep 1000; true`;
      await shell(folder, `${mock(folder)} -- sh -c '${command}' & ${kill("pid")}`);
      await until(async () => mocks(folder).length === 0);
      expect(isRunning(readFileSync(join(folder, "pid"), "utf8").trim())).toBe(false);
    });
  });

  test("the program of the mock server's README prints what it says", async () => {
    const [program] = snippets("packages/mock-server/README.md", "js");
    expect(await consumer().run(process.execPath, ["--input-type=module", "-e", program!])).toMatchObject({
      code: 0,
      stdout: "running\n429\n[ 'listBots 200', 'listBots 429' ]\n",
    });
  });
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (!existsSync(to)) symlinkSync(from, to);
}
