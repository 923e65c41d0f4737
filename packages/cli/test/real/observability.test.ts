import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { temporary } from "../platform.ts";
import { type Served, serve } from "./served.ts";

const folder = join(import.meta.dirname, "../../observability");
const docs = join(import.meta.dirname, "../../../../docs");
const page = readFileSync(join(docs, "how-to/watch-with-prometheus.md"), "utf8");
const reference = readFileSync(join(docs, "reference/metrics.md"), "utf8");
const [scrapes, ownRules] = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);
// biome-ignore lint/suspicious/noExplicitAny: the test asserts on what it reads.
const yaml = (text: string): any => parseAllDocuments(text)[0]!.toJS();
const rules: { alert: string; expr: string }[] = yaml(
  readFileSync(join(folder, "botyard.rules.yml"), "utf8"),
).groups.flatMap((group: { rules: unknown[] }) => group.rules);

const noPromtool = spawnSync("promtool", ["--version"]).error && "promtool is not installed";

let on: Served;
let metrics: string[] = [];
beforeAll(async () => {
  on = await serve();
  const bots = {
    trader: { type: "realtime", code: "console.log(line()); setInterval(() => {}, 1000);", more: {} },
    daily: { type: "scheduled", code: "console.log(line());", more: { schedule: "0 0 1 1 *" } },
  };
  const line =
    'const line = () => JSON.stringify({ _metric: "price", timestamp: new Date().toISOString(), data: { symbol: "A", value: 1 } });';
  for (const [name, { type, code, more }] of Object.entries(bots)) {
    const cwd = join(on.dir, name);
    mkdirSync(cwd);
    const config = [
      ...[`name: ${name}`, "version: 1.0.0", `type: ${type}`, "runtime: nodejs24", "entrypoints:"],
      ...["  bot: bot.mjs", "  query: query.mjs", "schema:", "  bot: bot-schema.json", ""],
    ];
    writeFileSync(join(cwd, "bot-config.yaml"), config.join("\n"));
    writeFileSync(join(cwd, "bot-schema.json"), '{"type":"object"}');
    writeFileSync(join(cwd, "bot.mjs"), `${line}\n${code}\n`);
    writeFileSync(join(cwd, "query.mjs"), "process.exit(1);");
    const instance = { name, type: `${type}/${name}`, version: "1.0.0", config: {}, ...more };
    writeFileSync(join(cwd, "instance.json"), JSON.stringify(instance));
    for (const words of [
      ["custom-bot", "deploy"],
      ["bot", "deploy", "instance.json"],
    ]) {
      const { code, stderr } = await on.platform(words, { cwd });
      if (code !== 0) throw new Error(stderr);
    }
  }
  const { code, stderr } = await on.platform(["bot", "run", "daily"]);
  if (code !== 0) throw new Error(stderr);
  // A query that fails is counted, too.
  await on.platform(["bot", "query", "daily", "/status"]);
  await vi.waitFor(
    async () => {
      metrics = [...new Set([...(await scrape("/metrics")), ...(await scrape("/metrics/bots?user=all"))])];
      expect(metrics).toContain("botyard_bot_price_value");
      expect(metrics).toContain("botyard_bot_last_success_timestamp_seconds");
    },
    { timeout: 30_000, interval: 200 },
  );
}, 120_000);
afterAll(() => on?.close());

/** The names of the metrics that the platform serves. */
async function scrape(path: string): Promise<string[]> {
  const key = readFileSync(join(on.dir, "data/admin.key"), "utf8").trim();
  const answer = await fetch(`${on.url}${path}`, { headers: { authorization: `ApiKey ${key}` } });
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => /^\w+/.exec(line)![0]);
}

/** Served only for bots in a cgroup, which not every machine allows. */
const ofCgroups = ["botyard_bot_memory_bytes", "botyard_bot_cpu_seconds_total"];
const namesIn = (text: string) => [...new Set(text.match(/\bbotyard_[a-z]\w*/g))];
const unknownIn = (text: string) =>
  namesIn(text).filter((name) => !metrics.includes(name) && !ofCgroups.includes(name));

test("the platform serves every metric of the dashboard and of the rules", () => {
  const dashboard = JSON.parse(readFileSync(join(folder, "botyard-dashboard.json"), "utf8"));
  const targets = dashboard.panels.flatMap(({ targets = [] }) => targets) as { expr: string }[];
  expect(targets.length).toBeGreaterThan(20);
  for (const { expr } of [...targets, ...rules]) {
    // The dashboard selects the metrics that bots emit by a pattern.
    if (expr.includes("__name__")) expect(expr).toContain('"botyard_bot_$' + '{metric}_.+"');
    else expect(unknownIn(expr), expr).toEqual([]);
  }
  const variables = dashboard.templating.list.filter(({ type }: { type: string }) => type === "query");
  for (const { definition } of variables) expect(unknownIn(definition), definition).toEqual([]);
});

test("the reference has the metrics that the platform serves, and no others", () => {
  const rows = reference.split("\n").filter((line) => line.startsWith("| `botyard_"));
  const told = rows.flatMap((row) => namesIn(row.split("|")[1]!));
  const served = metrics
    .filter((name) => name !== "botyard_bot_price_value")
    .map((name) => name.replace(/^(botyard_query_seconds)_(bucket|sum|count)$/, "$1"));
  expect(told.filter((name) => !ofCgroups.includes(name)).toSorted()).toEqual(
    [...new Set(served)].filter((name) => !ofCgroups.includes(name)).toSorted(),
  );
});

test("each alert is on the page and has a unit test that fires", () => {
  const alerts = rules.map(({ alert }) => alert);
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(alerts);
  const { tests } = yaml(readFileSync(join(folder, "botyard.rules.test.yml"), "utf8"));
  const fired = tests
    .flatMap(({ alert_rule_test }: { alert_rule_test: unknown[] }) => alert_rule_test)
    .filter(({ exp_alerts }: { exp_alerts: unknown[] }) => exp_alerts.length > 0)
    .map(({ alertname }: { alertname: string }) => alertname);
  expect([...new Set(fired)].toSorted()).toEqual(alerts.toSorted());
});

test("promtool accepts the rules and their unit tests", ({ skip }) => {
  skip(noPromtool !== undefined, noPromtool);
  const dir = temporary();
  cpSync(folder, dir, { recursive: true });
  promtool(dir, "check", "rules", "botyard.rules.yml");
  promtool(dir, "test", "rules", "botyard.rules.test.yml");
  const path = join(dir, "botyard.rules.yml");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace("botyard_network_cuts > 0", "botyard_network_cuts > 1"),
  );
  expect(() => promtool(dir, "test", "rules", "botyard.rules.test.yml")).toThrow(
    /BotyardNetworkCutForgotten/,
  );
});

test("promtool accepts the configuration and the rules of docs/how-to/watch-with-prometheus.md", ({
  skip,
}) => {
  skip(noPromtool !== undefined, noPromtool);
  const dir = temporary();
  cpSync(folder, dir, { recursive: true });
  for (const key of ["botyard.key", "botyard-bots.key"]) writeFileSync(join(dir, key), "key");
  writeFileSync(join(dir, "prometheus.yml"), scrapes!.replaceAll("/etc/prometheus", dir));
  promtool(dir, "check", "config", "prometheus.yml");
  writeFileSync(join(dir, "own.yml"), ownRules!);
  promtool(dir, "check", "rules", "own.yml");
});

test("the addresses and keys of the page are those that the platform serves", async () => {
  const { scrape_configs } = yaml(scrapes!);
  const commands = [...page.matchAll(/^platform (key create .*) > (\S+)$/gm)];
  for (const { authorization, metrics_path = "/metrics", params = {} } of scrape_configs) {
    const file = authorization.credentials_file.split("/").at(-1);
    const [, command] = commands.find(([, , name]) => name === file)!;
    const { stdout } = await on.platform(command!.split(" "));
    const query = new URLSearchParams(
      Object.entries(params as Record<string, string[]>).map(([name, [value]]): [string, string] => [
        name,
        value!,
      ]),
    );
    const headers = { authorization: `${authorization.type} ${stdout.trim()}` };
    expect((await fetch(`${on.url}${metrics_path}?${query}`, { headers })).status).toBe(200);
  }
});

function promtool(cwd: string, ...args: string[]): void {
  try {
    execFileSync("promtool", args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`promtool ${args.join(" ")}: ${stdout}${stderr}`);
  }
}
