import { checkId, namesOf, readCaseList } from "../../cases/case-list.ts";
import { Fields } from "../../cases/fields.ts";
import type { Variant } from "../../cases/table.ts";
import type { Source } from "../../cases/yaml/read.ts";
import type { PlatformCase } from "../model.ts";
import { platformCapabilities } from "../vocabulary.ts";
import { readGiven } from "./given.ts";
import { checkNames } from "./names.ts";
import { namesKept, readStep } from "./step.ts";
import type { Surroundings } from "./surroundings.ts";

const keys = ["id", "title", "from", "needs", "slow", "given", "table", "steps"];

/** Reads the cases of one file. Problems are added to the source. */
export function readPlatformCases(source: Source, area: string, known: Surroundings): PlatformCase[] {
  return readCaseList(source, keys, known.ids, (variant) => readCase(source, variant, area, known));
}

function readCase(
  source: Source,
  variant: Variant,
  area: string,
  known: Surroundings,
): PlatformCase | undefined {
  const fields = Fields.of(source, variant.node, "a case", keys)!;
  const template = fields.requiredText("id");
  if (template !== undefined) checkId(fields, template, area);
  const title = fields.requiredText("title");
  fields.required("from");
  const sections = known.sections ?? new Set(fields.texts("from").map(({ text }) => text));
  const from = namesOf(fields, "from", "section", sections);
  if (fields.has("from") && from.length === 0) fields.problem("from", "a case needs at least one section");
  const needs = new Set(namesOf(fields, "needs", "capability", platformCapabilities));
  const given = readGiven(source, fields.get("given"), known.packages);
  fields.required("steps");
  const steps = fields.list("steps").flatMap((step) => readStep(source, step, known) ?? []);
  if (fields.has("steps") && fields.list("steps").length === 0)
    fields.problem("steps", "a case needs at least one step");
  const names = new Set([...given.bots.map(({ name }) => `bot.${name}`), ...namesKept(steps)]);
  checkNames(source, variant.node, names);
  if (given.bots.length > 0) needs.add("bots");
  if (Object.keys(given.settings).length > 0) needs.add("settings");
  for (const name of [...given.packages.map((one) => one.name), ...given.bots.map((one) => one.package)]) {
    const [, sdk] = /^adapter-(\w+)-/.exec(name) ?? [];
    if (sdk !== undefined) needs.add(`sdk-${sdk}`);
  }
  if (/\b(bob|carol|dave)\b/.test(JSON.stringify([given, steps]))) needs.add("two-users");
  for (const { kind } of steps) if (kind === "mcp" || kind === "cli" || kind === "stream") needs.add(kind);
  if (template === undefined || title === undefined) return undefined;
  return {
    id: variant.name === null ? template : `${template}/${variant.name}`,
    template,
    area,
    title,
    from,
    needs: [...needs].sort(),
    slow: fields.flag("slow"),
    given,
    steps,
    file: source.file,
    line: source.placeOf(variant.at).line,
  };
}
