import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { documentDepth } from "../src/documents/source-document.ts";
import {
  addRuntimes,
  botConfigBytes,
  botSchemaBytes,
  checkBotConfig,
  checkBotSchema,
  checkInstanceFile,
  environmentValueBytes,
  packageLimits,
  problemCodes,
  readmeBytes,
  runtimes,
} from "../src/index.ts";
import { botConfigFields, complexities, labelCharacters, labelCount } from "../src/package/bot-config.ts";
import { rowFields } from "../src/runtimes/file.ts";
import { cronShortcuts } from "../src/schedule/cron-fields.ts";
import { schemaMilliseconds } from "../src/schema/compiler.ts";
import { schemaLimits } from "../src/schema/size.ts";
import { instanceFields } from "../src/settings/instance.ts";
import { instanceNameCharacters } from "../src/settings/read.ts";
import { botSettings, longestSeconds } from "../src/settings/table.ts";

const page = readFileSync(new URL("../../../docs/reference/bot-config.md", import.meta.url), "utf8");

const section = (title: string) => {
  const [, rest] = page.split(`\n## ${title}\n`);
  return rest!.split("\n## ")[0]!;
};
/** The rows of the first table of a section, without its header. */
const table = (title: string) => {
  const [first = ""] = /(?:^\|.*\n)+/m.exec(section(title)) ?? [];
  const lines = first.trimEnd().split("\n");
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const names = (title: string) => table(title).map(([name]) => name!.replaceAll("`", ""));
const example = (title: string) => /```[a-z]+\n([\s\S]*?)```/.exec(section(title))![1]!;

describe("the reference page of what may be deployed", () => {
  it("lists the fields of bot-config.yaml and shows an example with all of them", () => {
    const nested = names("bot-config.yaml").filter((name) => name.includes("."));
    expect(names("bot-config.yaml").filter((name) => !name.includes("."))).toEqual(botConfigFields);
    const { config, problems } = checkBotConfig(example("bot-config.yaml"));
    expect(problems).toEqual([]);
    const leaves = Object.entries(config!).flatMap(([name, value]) =>
      typeof value === "object" ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)] : [name],
    );
    expect(leaves.toSorted()).toEqual([...botConfigFields, ...nested].toSorted());
    const text = section("bot-config.yaml");
    expect(text).toContain(`At most ${labelCount} texts of ${labelCharacters} characters`);
    for (const complexity of complexities) expect(text).toContain(`\`${complexity}\``);
  });

  it("lists the fields of an instance and shows an example with all of them", () => {
    expect(names("Instance configuration")).toEqual(instanceFields);
    const { instance, problems } = checkInstanceFile(example("Instance configuration"), "example.json");
    expect(problems).toEqual([]);
    expect(Object.keys(instance!).toSorted()).toEqual(instanceFields.toSorted());
    expect(section("Instance configuration")).toContain(`At most ${instanceNameCharacters} characters`);
    expect(section("Instance configuration")).toContain(`1 to ${longestSeconds}`);
    expect(section("Instance configuration")).toContain(
      `(default: ${botSettings.start_deadline_seconds.default})`,
    );
  });

  it("shows a valid schema", () => {
    expect(checkBotSchema(example("bot-schema.json")).problems).toEqual([]);
  });

  it("lists the runtimes with their commands and shows a row with every field", () => {
    const rows = Object.values(runtimes).map((row) => [
      `\`${row.id}\``,
      row.aliases.map((alias) => `\`${alias}\``).join(", "),
      `\`${row.bot.join(" ")}\``,
      `\`${row.query.join(" ")}\``,
    ]);
    expect(table("Runtimes")).toEqual(rows);
    const own = example("Runtimes");
    expect(addRuntimes(runtimes, own).problems).toEqual([]);
    expect([...own.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1])).toEqual(rowFields);
  });

  it("names every shortcut of a schedule", () => {
    expect(
      section("Schedules")
        .match(/(?<=`)@[a-z]+(?=`)/g)!
        .filter((name) => name !== "@reboot"),
    ).toEqual(Object.keys(cronShortcuts));
  });

  it("gives the actual limits", () => {
    expect(table("Limits").map(([, value]) => Number(value))).toEqual([
      botConfigBytes,
      botSchemaBytes,
      readmeBytes,
      environmentValueBytes,
      documentDepth,
      schemaMilliseconds,
      ...Object.values(schemaLimits),
      packageLimits.compressedBytes,
      packageLimits.unpackedBytes,
      packageLimits.files,
      packageLimits.ratio,
      packageLimits.pathBytes,
      packageLimits.pathDepth,
    ]);
  });

  it("lists exactly the problem codes with their meanings", () => {
    const listed = table("Problems").map(([code, meaning]) => [code!.replaceAll("`", ""), meaning]);
    expect(Object.fromEntries(listed)).toEqual(problemCodes);
    expect(listed).toHaveLength(Object.keys(problemCodes).length);
  });
});
