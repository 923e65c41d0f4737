import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Scenario } from "../../../mock-server/src/index.ts";
import { mocked } from "../mocked.ts";
import { platform, temporary } from "../platform.ts";

/** A JSON document that the command printed. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for and asserts on it.
type Printed = any;

const schema = {
  type: "object",
  properties: {
    period: { type: "integer", minimum: 1, default: 5 },
    symbol: { type: "string", default: "AAPL" },
    api_key: { type: "string" },
  },
  additionalProperties: false,
};

/** An instance of the custom bot `crossover`, as YAML. */
export const instance = (name: string, more = "", config = "{}") =>
  `name: ${name}\ntype: realtime/crossover\nversion: "1.0.0"\n${more}config: ${config}\n`;

/** A mock platform with the custom bot `crossover`, and a folder `live` with these files. */
export async function withFiles(files: Record<string, string>, scenario: Scenario = {}) {
  const { mock, env } = await mocked({ custom_bots: [{ name: "crossover", schema }], ...scenario });
  const cwd = temporary();
  const dir = join(cwd, "live");
  mkdirSync(dir);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const run = (...args: string[]) => platform(args, { cwd, env });
  const apply = (...args: string[]) => run("apply", "-f", "live", ...args);
  return {
    ...{ mock, env, cwd, dir, write, run, apply },
    remove: (path: string) => rmSync(join(dir, path)),
    /** Applies the files and returns the document. */
    async applied(...args: string[]): Promise<Printed> {
      const { stdout } = await apply("--json", ...args);
      return JSON.parse(stdout);
    },
    async bots(): Promise<Printed[]> {
      return JSON.parse((await run("bot", "list", "--json")).stdout).items;
    },
    /** The names of the operations that changed something, since the last call. */
    writes(): string[] {
      const changing = mock.requests.filter(
        ({ method, path }) => method !== "GET" && !path.includes("dry_run=true"),
      );
      const names = changing.map(({ operation }) => operation ?? "");
      mock.clearRequests();
      return names;
    },
  };
}

/** The files of a custom bot that Node.js runs, which has a setting with this default. */
export function customBot(name: string, version: string, period = 5): Record<string, string> {
  const config = [
    ...[`name: ${name}`, `version: ${version}`, "type: scheduled", "runtime: nodejs24"],
    ...["entrypoints:", "  bot: bot.mjs", "schema:", "  bot: bot-schema.json", ""],
  ];
  const schema = { type: "object", properties: { period: { type: "integer", minimum: 1, default: period } } };
  return {
    [`${name}/bot-config.yaml`]: config.join("\n"),
    [`${name}/bot-schema.json`]: JSON.stringify(schema),
    [`${name}/bot.mjs`]: 'import { writeFileSync } from "node:fs";\nwriteFileSync("result.json", "{}");\n',
  };
}
