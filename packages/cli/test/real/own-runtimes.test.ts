import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serve } from "./served.ts";

/** A runtime that is not built in and available on every machine. */
const runtimes = `
shell:
  aliases: [sh]
  title: POSIX shell
  kind: interpreted
  tool: {names: [sh], versionArguments: [-c, echo 1.2]}
  entryExtensions: [.sh]
  bot: ["{tool}", "-e", "{entry}"]
  env: {OF_THE_RUNTIME: "set at {code}"}
`;
const files = {
  "bot-config.yaml": `name: shell-bot
version: "1.0.0"
type: scheduled
runtime: sh
entrypoints: {bot: bot.sh, query: query.sh}
schema: {bot: bot-schema.json}
`,
  "bot-schema.json": '{"type": "object", "properties": {"who": {"type": "string"}}}',
  "bot.sh": `echo "config $BOT_CONFIG, \${OF_THE_RUNTIME%% *}"
printf '{"status":"success","message":"the shell ran"}' > "$RESULT_PATH"
`,
  "query.sh": `printf '{"status":"ok","data":{"asked":"%s"}}' "$QUERY_PATH" > "$RESULT_PATH"\n`,
  "instance.json":
    '{"name": "shell one", "type": "scheduled/shell-bot", "version": "1.0.0", "schedule": "@yearly", "config": {"who": "me"}}',
};

const place = mkdtempSync(join(tmpdir(), "botyard-runtimes-"));
const bot = join(place, "bot");
const file = join(place, "runtimes.yaml");
let served: Served;
beforeAll(async () => {
  mkdirSync(bot);
  writeFileSync(file, runtimes);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(bot, name), text);
  served = await serve("--runtimes", file);
}, 300_000);
afterAll(async () => {
  await served.close();
  rmSync(place, { recursive: true });
});

test("a bot of an added runtime can be deployed, run and queried", async () => {
  const deployed = await served.platform(["custom-bot", "deploy", "--runtimes", file], { cwd: bot });
  expect(deployed.stderr).not.toContain("error");
  expect(deployed.code).toBe(0);
  expect(await served.json(["custom-bot", "get", "shell-bot"])).toMatchObject({ runtime: "shell" });
  await served.json(["bot", "deploy", join(bot, "instance.json")]);
  const run = await served.json(["bot", "run", "shell one"]);
  expect(run).toMatchObject({ status: "success", result: { message: "the shell ran" } });
  const { items } = await served.json(["bot", "logs", "shell one"]);
  expect(items.map(({ message }: { message: string }) => message)).toContain('config {"who":"me"}, set');
  const asked = await served.platform(["bot", "query", "shell one", "/anything", "--raw"]);
  expect(asked).toMatchObject({ code: 0, stdout: '{"asked":"/anything"}' });
});

test("dev runs it with the file named in the environment", async () => {
  const env = { ...served.env, PLATFORM_RUNTIMES_FILE: file };
  const run = await served.platform(["dev", "--tick", "now"], { cwd: bot, env });
  expect(run.stderr).toContain("The run ended: success");
  expect(run.code).toBe(0);
});

test("without the file the runtime is unknown, and --runtimes is suggested", async () => {
  const refused = await served.platform(["custom-bot", "validate"], { cwd: bot });
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain('bot-config.yaml:4:10 error Unknown runtime "sh".');
  expect(refused.stderr).toContain(
    "next: if your platform adds this runtime, name its runtimes file: --runtimes",
  );
});

test("an invalid runtimes file is refused with line numbers", async () => {
  const broken = join(place, "broken.yaml");
  writeFileSync(broken, "shell: {kind: script, bot: []}\n");
  const refused = await served.platform(["custom-bot", "validate", bot, "--runtimes", broken]);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain(`${broken}:1:15 error`);
});
