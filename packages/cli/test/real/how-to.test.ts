import { execFile } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Served, serve } from "./served.ts";

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let on: Served;
beforeAll(async () => {
  on = await serve();
});
afterAll(() => on?.close());

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("the script of docs/how-to/deploy-from-ci.md creates the bot the first time and updates it the next", async () => {
  const page = readFileSync(beside("../../../../docs/how-to/deploy-from-ci.md"), "utf8");
  const script = /```sh file=deploy\.sh\n([\s\S]*?)```/.exec(page)![1]!;
  const [created] = /platform key create [^\n]*/.exec(page)!;
  const { stdout: key } = await on.platform(created.split(" ").slice(1));
  await on.platform(["custom-bot", "init", "my-bot", "--type", "scheduled"], { cwd: on.dir });
  const command = join(on.dir, "platform");
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${beside("../../bin/platform.mjs")}" "$@"\n`,
  );
  chmodSync(command, 0o755);
  const { HOME: _, ...signedOut } = on.env;
  const env = {
    ...signedOut,
    ...{
      PLATFORM_CONFIG_HOME: join(on.dir, "nobody"),
      PLATFORM_API_URL: on.url,
      PLATFORM_API_KEY: key.trim(),
      CI: "true",
    },
    PATH: `${on.dir}:${process.env.PATH}`,
  };
  const cwd = join(on.dir, "my-bot");
  const deploy = () => promisify(execFile)("bash", ["-c", script], { cwd, env });
  expect((await deploy()).stdout).toContain("Uploaded my-bot 1.0.0.");
  expect(await on.json(["bot", "get", "my-bot"])).toMatchObject({ status: "idle", revision: 1 });
  const instance = readFileSync(join(cwd, "instance.json"), "utf8");
  writeFileSync(join(cwd, "instance.json"), instance.replace("AAPL", "MSFT"));
  expect((await deploy()).stdout).toContain("my-bot 1.0.0 is already up to date.");
  expect(await on.json(["bot", "get", "my-bot"])).toMatchObject({ revision: 2, config: { symbol: "MSFT" } });
});
