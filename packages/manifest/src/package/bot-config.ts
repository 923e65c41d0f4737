import { describe, FieldReader, show } from "../documents/fields.ts";
import { isObject, type Path } from "../documents/pointer.ts";
import type { SourceDocument } from "../documents/source-document.ts";
import { readYaml } from "../documents/yaml-document.ts";
import { pathFault } from "../files/path-rules.ts";
import { botConfigBytes, packageLimits } from "../limits.ts";
import { suggestion } from "../nearest.ts";
import type { Network } from "../network/network.ts";
import { readNetwork } from "../network/read.ts";
import { hasErrors, type Problem } from "../problems/problem.ts";
import { entrypointNameFault } from "../runtimes/entrypoint-name.ts";
import { findRuntime, runtimeNames, splitEntrypoint } from "../runtimes/runtime.ts";
import { type Runtime, type Runtimes, runtimes } from "../runtimes/table.ts";
import { customBotName, type ExecutionModel, executionModels } from "../settings/custom-bot-type.ts";
import { exactVersion } from "../version.ts";

/** A valid bot-config.yaml. Paths are relative to the package, without a leading `./`. */
export type BotConfig = {
  name: string;
  description?: string;
  version: string;
  author?: string;
  type: ExecutionModel;
  /** Id of the runtime; an alias in the file is resolved to it. */
  runtime: string;
  entrypoints: { bot: string; query?: string };
  schema: { bot: string };
  readme?: string;
  /** What its bots may connect to (default: the platform decides). */
  network?: Network;
  metadata?: { categories?: string[]; tags?: string[]; complexity?: string };
};

export const complexities = ["beginner", "intermediate", "advanced", "expert"];
export const labelCount = 20;
export const labelCharacters = 40;

export const botConfigFields = [
  "name",
  "description",
  "version",
  "author",
  "type",
  "runtime",
  "entrypoints",
  "schema",
  "readme",
  "network",
  "metadata",
];

/** Checks the text of a bot-config.yaml. `config` is set unless there are errors; there may be warnings. */
export function checkBotConfig(
  text: string,
  file = "bot-config.yaml",
  known: Runtimes = runtimes,
): { config?: BotConfig; problems: Problem[] } {
  const { config, problems } = readBotConfig(text, file, known);
  return config === undefined ? { problems } : { config, problems };
}

/** Result of reading a bot-config.yaml, also when it has errors. */
export type ReadBotConfig = {
  /** Set unless there are errors. */
  config?: BotConfig;
  /** The valid fields. */
  partial: Partial<BotConfig>;
  /** The parsed text, to look up positions. */
  document?: SourceDocument;
  problems: Problem[];
};

/** Like {@link checkBotConfig}, and returns what later checks need even if there are errors. */
export function readBotConfig(text: string, file: string, known: Runtimes): ReadBotConfig {
  const { document, problems } = readYaml(text, file, "bot_config", botConfigBytes);
  if (document === undefined) return { partial: {}, problems };
  const reader = new FieldReader(file, "bot_config", document);
  const partial = readFields(document.value, reader, known);
  const found = [...problems, ...reader.problems];
  if (hasErrors(found) || !isComplete(partial)) return { partial, document, problems: found };
  return { config: partial, partial, document, problems: found };
}

function isComplete(partial: Partial<BotConfig>): partial is BotConfig {
  const required = ["name", "version", "type", "runtime", "entrypoints", "schema"] as const;
  return required.every((field) => partial[field] !== undefined);
}

function readFields(value: unknown, reader: FieldReader, known: Runtimes): Partial<BotConfig> {
  if (!isObject(value)) {
    const message = `The file contains ${value === null ? "nothing" : describe(value)}, not a mapping of fields.`;
    reader.report([], "bot_config.not_an_object", message, "Start with a line such as: name: my-bot");
    return {};
  }
  reader.unknownFields([], value, botConfigFields);
  const runtime = readRuntime(value, reader, known);
  const read = {
    name: readName(value, reader),
    description: reader.text(value, ["description"], undefined),
    version: readVersion(value, reader),
    author: reader.text(value, ["author"], undefined),
    type: reader.oneOf(value, ["type"], executionModels, "Write type: realtime, or type: scheduled"),
    runtime: runtime?.id,
    entrypoints: readEntrypoints(value, reader, runtime),
    schema: readSchema(value, reader),
    readme: readPath(value, ["readme"], reader, undefined),
    network: readNetwork(value, reader),
    metadata: readMetadata(value, reader),
  };
  return Object.fromEntries(Object.entries(read).filter(([, field]) => field !== undefined));
}

function readName(value: Record<string, unknown>, reader: FieldReader): string | undefined {
  const name = reader.text(value, ["name"], "Name the custom bot, for instance: name: my-bot");
  if (name === undefined || customBotName.test(name)) return name;
  const message = `The name ${show(name)} is invalid: use at most 63 lower-case letters, digits and hyphens, and do not start with a hyphen.`;
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 63);
  reader.report(
    ["name"],
    "bot_config.invalid_name",
    message,
    plain === "" ? "Choose another name." : `For instance: name: ${plain}`,
  );
  return undefined;
}

function readVersion(value: Record<string, unknown>, reader: FieldReader): string | undefined {
  if (typeof value.version === "number") {
    const written = reader.sourceOf(["version"]) ?? String(value.version);
    const message = `"version" is ${written}, which YAML reads as the number ${value.version}.`;
    reader.report(
      ["version"],
      "bot_config.invalid_version",
      message,
      `Quote it: version: "${threeParts(written)}"`,
    );
    return undefined;
  }
  const version = reader.text(value, ["version"], 'Write a version, for instance: version: "0.1.0"');
  if (version === undefined || exactVersion(version) !== undefined) return version;
  const message = `The version ${show(version)} is not <major>.<minor>.<patch>, optionally followed by -<prerelease>.`;
  reader.report(
    ["version"],
    "bot_config.invalid_version",
    message,
    `For instance: version: "${threeParts(version)}"`,
  );
  return undefined;
}

/** `1.10` and `v1.10` → `1.10.0`. */
function threeParts(written: string): string {
  const parts = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(written);
  if (!parts) return "1.0.0";
  return parts
    .slice(1)
    .map((part) => Number(part ?? 0))
    .join(".");
}

function readRuntime(
  value: Record<string, unknown>,
  reader: FieldReader,
  known: Runtimes,
): Runtime | undefined {
  const ids = Object.keys(known);
  const name = reader.text(value, ["runtime"], `Write one of: ${ids.join(", ")}.`);
  if (name === undefined) return undefined;
  const runtime = findRuntime(name, known);
  if (runtime !== undefined) return runtime;
  const near = suggestion(name, runtimeNames(known));
  const next = near.startsWith("Did") ? near : `Use one of: ${ids.join(", ")}.`;
  reader.report(["runtime"], "bot_config.unknown_runtime", `Unknown runtime ${show(name)}.`, next);
  return undefined;
}

function readEntrypoints(
  value: Record<string, unknown>,
  reader: FieldReader,
  runtime: Runtime | undefined,
): BotConfig["entrypoints"] | undefined {
  const example = 'Write "entrypoints:" and, indented below it, "bot: <path of the bot\'s main file>".';
  const entrypoints = reader.object(value, ["entrypoints"], example);
  if (entrypoints === undefined) return undefined;
  reader.unknownFields(["entrypoints"], entrypoints, ["bot", "query"]);
  const bot = readEntrypoint(entrypoints, "bot", reader, runtime, "Write the path of the bot's main file.");
  const query = readEntrypoint(entrypoints, "query", reader, runtime, undefined);
  if (bot === undefined) return undefined;
  return { bot, ...(query !== undefined && { query }) };
}

function readEntrypoint(
  entrypoints: Record<string, unknown>,
  role: "bot" | "query",
  reader: FieldReader,
  runtime: Runtime | undefined,
  required: string | undefined,
): string | undefined {
  const at = ["entrypoints", role];
  const written = reader.text(entrypoints, at, required);
  if (written === undefined) return undefined;
  const { path, main } = runtime ? splitEntrypoint(runtime, written) : { path: written };
  const plain = checkPath(path, at, reader);
  if (plain === undefined || runtime === undefined) return plain;
  const fault = entrypointNameFault(runtime, role, plain, main);
  if (fault !== undefined) {
    reader.report(at, fault.code, fault.message, fault.next);
    return undefined;
  }
  return main === undefined ? plain : `${plain}:${main}`;
}

function readSchema(value: Record<string, unknown>, reader: FieldReader): BotConfig["schema"] | undefined {
  const example = 'Write "schema:" and, indented below it, "bot: bot-schema.json".';
  const schema = reader.object(value, ["schema"], example);
  if (schema === undefined) return undefined;
  reader.unknownFields(["schema"], schema, ["bot"]);
  const bot = readPath(schema, ["schema", "bot"], reader, "Write bot: bot-schema.json");
  return bot === undefined ? undefined : { bot };
}

function readPath(
  parent: Record<string, unknown>,
  at: Path,
  reader: FieldReader,
  required: string | undefined,
): string | undefined {
  const path = reader.text(parent, at, required);
  return path === undefined ? undefined : checkPath(path, at, reader);
}

function checkPath(written: string, at: Path, reader: FieldReader): string | undefined {
  const path = written.replace(/^(?:\.\/+)+/, "");
  const fault = pathFault(path, packageLimits);
  if (fault === undefined) return path;
  const next = "Write a path relative to bot-config.yaml, with forward slashes, inside its folder.";
  reader.report(at, "bot_config.invalid_path", fault.message, next);
  return undefined;
}

function readMetadata(value: Record<string, unknown>, reader: FieldReader): BotConfig["metadata"] {
  const metadata = reader.object(value, ["metadata"], undefined);
  if (metadata === undefined) return undefined;
  reader.unknownFields(["metadata"], metadata, ["categories", "tags", "complexity"]);
  const categories = readLabels(metadata, "categories", reader);
  const tags = readLabels(metadata, "tags", reader);
  const complexity = reader.text(metadata, ["metadata", "complexity"], undefined);
  if (complexity !== undefined && !complexities.includes(complexity)) {
    const message = `Unknown complexity ${show(complexity)}.`;
    reader.report(
      ["metadata", "complexity"],
      "bot_config.unknown_complexity",
      message,
      suggestion(complexity, complexities),
      {
        severity: "warning",
      },
    );
  }
  return {
    ...(categories !== undefined && { categories }),
    ...(tags !== undefined && { tags }),
    ...(complexity !== undefined && { complexity }),
  };
}

function readLabels(
  metadata: Record<string, unknown>,
  field: string,
  reader: FieldReader,
): string[] | undefined {
  const value = metadata[field];
  const at = ["metadata", field];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    const message = `"metadata.${field}" is ${describe(value)}, not a list.`;
    reader.report(at, "bot_config.wrong_type", message, `Write a list, for instance: ${field}: [trading]`);
    return undefined;
  }
  if (value.length > labelCount) {
    const message = `"metadata.${field}" has ${value.length} entries; at most ${labelCount} are allowed.`;
    reader.report(at, "bot_config.too_many_labels", message, "Remove some.");
  }
  const labels: string[] = [];
  for (const index of value.keys()) {
    const label = reader.text(Object(value), [...at, index], "Remove the empty entry.");
    if (label === undefined) continue;
    if (label.length > labelCharacters) {
      const message = `The entry ${show(label)} has ${label.length} characters; at most ${labelCharacters} are allowed.`;
      reader.report([...at, index], "bot_config.label_too_long", message, "Shorten it.");
    }
    labels.push(label);
  }
  return labels;
}
