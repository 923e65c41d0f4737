import { describe, FieldReader, show } from "../documents/fields.ts";
import { isObject, type Path } from "../documents/pointer.ts";
import { readYaml } from "../documents/yaml-document.ts";
import { hasErrors, type Problem } from "../problems/problem.ts";
import { findRuntime, runtimeNames } from "./runtime.ts";
import type { Runtime, Runtimes } from "./table.ts";

const runtimesBytes = 256 * 1024;
const kinds = ["interpreted", "binary", "assembly", "jar"] as const;
export const rowFields = [
  ...[
    "aliases",
    "title",
    "kind",
    "tool",
    "entryExtensions",
    "sourceExtensions",
    "buildFiles",
    "bot",
    "query",
    "env",
  ],
];
const placeholders = ["tool", "entry", "code", "jar", "main", "heap", "heaphex", "heapmb", "semimb"];
const idForm = /^[a-z0-9][a-z0-9.-]{0,62}$/;

/**
 * Adds the runtimes of a deployment's own file (YAML or JSON, a mapping of ids to rows) to a table. A row requires
 * `kind` and `bot`; `query` defaults to `bot`. A row with the id
 * of another, as its own id or as an alias, replaces it. Returns `base` if there are errors.
 */
export function addRuntimes(
  base: Runtimes,
  text: string,
  file = "runtimes.yaml",
): { runtimes: Runtimes; problems: Problem[] } {
  const { document, problems } = readYaml(text, file, "runtimes", runtimesBytes);
  if (document === undefined) return { runtimes: base, problems };
  const reader = new FieldReader(file, "runtimes", document);
  const added: Record<string, Runtime> = {};
  if (!isObject(document.value)) {
    const message = `The file contains ${describe(document.value)}, not a mapping of runtime ids to runtimes.`;
    reader.report([], "runtimes.not_an_object", message, "Start with a line such as: python314:");
  } else {
    for (const id of Object.keys(document.value)) {
      const row = readRow(document.value, id, reader);
      if (row !== undefined) added[id] = row;
    }
  }
  const all = { ...withoutNames(base, added), ...added };
  checkAliases(all, added, reader);
  const found = [...problems, ...reader.problems];
  return { runtimes: hasErrors(found) ? base : Object.freeze(all), problems: found };
}

/** A file that was written before a built-in runtime took one of its names stays valid. */
function withoutNames(base: Runtimes, added: Runtimes): Runtimes {
  const taken = new Set(runtimeNames(added));
  const rows = Object.values(base).filter(({ id }) => !taken.has(id));
  return Object.fromEntries(
    rows.map((row) => [row.id, { ...row, aliases: row.aliases.filter((alias) => !taken.has(alias)) }]),
  );
}

function readRow(table: Record<string, unknown>, id: string, reader: FieldReader): Runtime | undefined {
  if (!idForm.test(id)) {
    const message = `The id ${show(id)} is invalid: use lower-case letters, digits, dots and hyphens.`;
    reader.report([id], "runtimes.invalid_id", message, "Choose another id.", { atKey: true });
    return undefined;
  }
  const row = reader.object(table, [id], 'Add "kind:" and "bot:", indented below it.');
  if (row === undefined) return undefined;
  reader.unknownFields([id], row, rowFields);
  const kind = reader.oneOf(row, [id, "kind"], kinds, `Write one of ${kinds.join(", ")}.`);
  const title = reader.text(row, [id, "title"], undefined) ?? id;
  const tool = readTool(row, [id, "tool"], reader);
  const bot = readCommand(row, [id, "bot"], reader, tool !== undefined, true);
  const query = readCommand(row, [id, "query"], reader, tool !== undefined, false) ?? bot;
  const env = readEnv(row, [id, "env"], reader);
  const lists = ["aliases", "entryExtensions", "sourceExtensions", "buildFiles"] as const;
  const [aliases, entryExtensions, sourceExtensions, buildFiles] = lists.map((field) => {
    return readTexts(row, [id, field], reader, false) ?? [];
  });
  if (kind === undefined || bot === undefined || query === undefined) return undefined;
  return {
    id,
    aliases: aliases!,
    title,
    kind,
    ...(tool !== undefined && { tool }),
    entryExtensions: entryExtensions!,
    sourceExtensions: sourceExtensions!,
    buildFiles: buildFiles!,
    bot,
    query,
    env,
  };
}

function readTool(row: Record<string, unknown>, at: Path, reader: FieldReader): Runtime["tool"] {
  const tool = reader.object(row, at, undefined);
  if (tool === undefined) return undefined;
  reader.unknownFields(at, tool, ["names", "versionArguments", "minimum", "below", "prefer"]);
  const names = readTexts(tool, [...at, "names"], reader, true);
  const versionArguments = readTexts(tool, [...at, "versionArguments"], reader, false) ?? ["--version"];
  const minimum = reader.text(tool, [...at, "minimum"], undefined) ?? "0";
  const below = reader.text(tool, [...at, "below"], undefined);
  const prefer = reader.text(tool, [...at, "prefer"], undefined);
  if (names === undefined) return undefined;
  return { names, versionArguments, minimum, ...(below && { below }), ...(prefer && { prefer }) };
}

function readCommand(
  row: Record<string, unknown>,
  at: Path,
  reader: FieldReader,
  hasTool: boolean,
  required: boolean,
): string[] | undefined {
  const parts = readTexts(row, at, reader, required);
  for (const [index, part] of (parts ?? []).entries()) checkTemplate(part, [...at, index], reader, hasTool);
  return parts;
}

function readEnv(row: Record<string, unknown>, at: Path, reader: FieldReader): Record<string, string> {
  const env = reader.object(row, at, undefined) ?? {};
  const read: Record<string, string> = {};
  for (const name of Object.keys(env)) {
    const value = reader.text(env, [...at, name], "Give it a value.");
    if (value === undefined) continue;
    checkTemplate(value, [...at, name], reader, true);
    read[name] = value;
  }
  return read;
}

function checkTemplate(template: string, at: Path, reader: FieldReader, hasTool: boolean): void {
  for (const [, name] of template.matchAll(/\{([a-z]+)\}/g)) {
    if (placeholders.includes(name!) && (name !== "tool" || hasTool)) continue;
    const [message, next] =
      name === "tool"
        ? [`${show(template)} contains {tool}, but the runtime has no tool.`, 'Add "tool:".']
        : [`Unknown placeholder {${name}} in ${show(template)}.`, `Use one of: ${placeholders.join(", ")}.`];
    reader.report(at, "runtimes.unknown_placeholder", message, next);
  }
}

function readTexts(
  parent: Record<string, unknown>,
  at: Path,
  reader: FieldReader,
  required: boolean,
): string[] | undefined {
  const value = parent[String(at.at(-1))];
  if (value === undefined && !required) return undefined;
  if (!Array.isArray(value) || (required && value.length === 0)) {
    const what = value === undefined ? "is missing" : `is ${describe(value)}, not a list of strings`;
    reader.report(
      at,
      value === undefined ? "runtimes.missing_field" : "runtimes.wrong_type",
      `"${at.join(".")}" ${what}.`,
      "Write a list: [a, b].",
    );
    return undefined;
  }
  const texts = [...value.keys()].map((index) =>
    reader.text(Object(value), [...at, index], "Remove the empty entry."),
  );
  return texts.some((text) => text === undefined) ? undefined : (texts as string[]);
}

function checkAliases(all: Runtimes, added: Runtimes, reader: FieldReader): void {
  for (const row of Object.values(added)) {
    for (const alias of row.aliases) {
      const owner = findRuntime(
        alias,
        Object.fromEntries(Object.entries(all).filter(([id]) => id !== row.id)),
      );
      if (owner === undefined) continue;
      const message = `The alias ${show(alias)} is already used by the runtime ${owner.id}.`;
      reader.report([row.id, "aliases"], "runtimes.alias_taken", message, "Choose another alias.");
    }
  }
}
