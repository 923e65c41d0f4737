import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compiledLanguages } from "../../../packages/repo/src/drive/compiled.ts";
import { examples, realtimeBots } from "./bots.ts";

const json = (...path: string[]) => JSON.parse(readFileSync(join(examples, ...path), "utf8"));
const text = (...path: string[]) => readFileSync(join(examples, ...path), "utf8");

/** Returns a field of bot-config.yaml by its key, found with a regular expression. */
const field = (folder: string, key: string) =>
  new RegExp(`^ *${key}: (.+)$`, "m").exec(text(folder, "bot-config.yaml"))?.[1];

const reference = ["python", "node", ...compiledLanguages.map(({ name }) => name)];

describe.each(reference.map((name) => `crossover-${name}`))("the schema of %s", (folder) => {
  const schema = json(folder, "bot-schema.json");

  test("has the settings and bounds of the reference bot", () => {
    const properties = schema.properties as Record<string, { description: string }>;
    const bounds = Object.entries(properties).map(([name, { description: _, ...rest }]) => [name, rest]);
    expect(Object.fromEntries(bounds)).toEqual({
      symbol: { type: "string", default: "AAPL" },
      short_period: { type: "integer", default: 5, minimum: 2, maximum: 50 },
      long_period: { type: "integer", default: 20, minimum: 5, maximum: 200 },
      update_interval_ms: { type: "integer", default: 60000, minimum: 30000, maximum: 3600000 },
    });
    expect(schema).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      title: expect.any(String),
      additionalProperties: false,
    });
  });

  test("describes every setting", () => {
    const properties = Object.values(schema.properties as Record<string, { description: string }>);
    for (const { description } of properties) expect(description).toMatch(/^[A-Z].+\.$/);
  });
});

describe.each([
  ...realtimeBots.map((folder): [string, string] => [folder, "realtime"]),
  ["crossover-node", "scheduled"],
  ["spread-monitor", "realtime"],
  ["ccxt-node", "scheduled"],
  ["ccxt-python", "realtime"],
  ["freqtrade", "realtime"],
  ["nautilus", "scheduled"],
  ["scikit-learn", "scheduled"],
])("%s", (folder, model) => {
  test("names only files that exist", () => {
    for (const key of ["bot", "query", "readme"]) {
      // The entrypoint of a jar may name a class: `target/bot.jar:bot.Query`.
      const [file] = field(folder, key)!.split(":");
      expect(existsSync(join(examples, folder, file!)), key).toBe(true);
    }
    expect(text(folder, "bot-config.yaml")).toContain("bot: bot-schema.json");
  });

  test("has an instance with its version and with settings of its schema", () => {
    const instance = json(folder, "instance.json");
    expect(instance).toMatchObject({
      type: `${model}/${field(folder, "name")}`,
      version: field(folder, "version"),
    });
    expect(field(folder, "type")).toBe(model);
    expect(instance.schedule !== undefined).toBe(model === "scheduled");
    const known = Object.keys(json(folder, "bot-schema.json").properties);
    expect(known).toEqual(expect.arrayContaining(Object.keys(instance.config)));
  });

  test("is a valid package", () => {
    const cli = join(examples, "..", "packages", "cli", "bin", "platform.mjs");
    const said = execFileSync(process.execPath, [cli, "custom-bot", "validate"], {
      cwd: join(examples, folder),
      encoding: "utf8",
    });
    expect(said).toContain(`${folder} 1.0.0 is valid`);
  });
});
