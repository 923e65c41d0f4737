import { customBotName, type ExecutionModel, executionModels } from "./custom-bot-type.ts";
import { describe, FieldReader, show, showJson } from "./fields.ts";
import { readJson } from "./json-document.ts";
import { environmentValueBytes } from "./limits.ts";
import { longConfigNumbers } from "./long-numbers.ts";
import { suggestion } from "./nearest.ts";
import { depthOf, isObject } from "./pointer.ts";
import { hasErrors, type Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-codes.ts";
import { checkSchedule } from "./schedule.ts";
import { documentDepth, type SourceDocument, withoutByteOrderMark } from "./source-document.ts";
import { isVersionSpec } from "./version.ts";

/** Configuration of an instance of a custom bot. `config` is checked against the version's schema separately. */
export type InstanceConfig = {
  name: string;
  /** `<execution model>/<custom bot>`; see {@link splitType}. */
  type: string;
  /** An exact version, a range, or `latest`; see {@link resolveVersion}. */
  version: string;
  /** Cron expression with five fields. Required for scheduled bots and not allowed for realtime bots. */
  schedule?: string;
  /** IANA name (default: `UTC`). */
  timezone?: string;
  /** How many of the missed ticks are run later (default: `none`). */
  catch_up?: "none" | "last";
  /** How late a tick may be started, in seconds, before it is recorded as missed (default: {@link defaultStartDeadline}). */
  start_deadline_seconds?: number;
  /** Time limit of one run, in seconds. */
  timeout_seconds?: number;
  config: Record<string, unknown>;
};

export const instanceNameCharacters = 100;
/** Maximum of `timeout_seconds` and `start_deadline_seconds`. */
export const longestTimeout = 86_400;
export const defaultStartDeadline = 60;
const instanceFileBytes = 2 * environmentValueBytes;

export const instanceFields = [
  "name",
  "type",
  "version",
  "schedule",
  "timezone",
  "catch_up",
  "start_deadline_seconds",
  "timeout_seconds",
  "config",
];
const scheduledFields = ["schedule", "timezone", "catch_up", "start_deadline_seconds", "timeout_seconds"];

type Checked = { instance?: InstanceConfig; problems: Problem[] };

/** Checks a parsed value, such as a request body. Problems have JSON pointers. */
export function checkInstance(value: unknown, file = "instance"): Checked {
  return checkValue(value, file, undefined);
}

/** Checks the text of an instance's JSON file. Problems have JSON pointers, lines and columns. */
export function checkInstanceFile(source: string, file: string): Checked {
  const text = withoutByteOrderMark(source);
  const { document, problems } = readJson(text, file, "instance", instanceFileBytes);
  if (document === undefined) return { problems };
  const checked = checkValue(document.value, file, document);
  const all = [...problems, ...longNumberProblems(text, file, document), ...checked.problems];
  return checked.instance === undefined || hasErrors(all)
    ? { problems: all }
    : { instance: checked.instance, problems: all };
}

function longNumberProblems(text: string, file: string, document: SourceDocument): Problem[] {
  return longConfigNumbers(text).map(({ path, ...rest }) => ({ ...rest, file, ...document.placeOf(path) }));
}

/** Splits a type such as `scheduled/my-bot`. Returns `undefined` if it does not have that form. */
export function splitType(type: string): { model: ExecutionModel; customBot: string } | undefined {
  const slash = type.indexOf("/");
  const model = executionModels.find((candidate) => candidate === type.slice(0, slash));
  const customBot = type.slice(slash + 1);
  return model !== undefined && customBotName.test(customBot) ? { model, customBot } : undefined;
}

function checkValue(value: unknown, file: string, document: SourceDocument | undefined): Checked {
  const reader = new FieldReader(file, "instance", document);
  const instance = readFields(value, reader);
  return instance === undefined || hasErrors(reader.problems)
    ? { problems: reader.problems }
    : { instance, problems: reader.problems };
}

function readFields(value: unknown, reader: FieldReader): InstanceConfig | undefined {
  if (!isObject(value)) {
    const next = 'Write an object with "name", "type", "version" and "config".';
    const found = value === undefined ? "missing" : `${describe(value)}, not an object`;
    reader.report([], "instance.not_an_object", `The instance is ${found}.`, next);
    return undefined;
  }
  reader.unknownFields([], value, instanceFields);
  const name = readName(value, reader);
  const type = readType(value, reader);
  const version = readVersion(value, reader);
  const config = readConfig(value, reader);
  const scheduling = readScheduling(value, reader, type === undefined ? undefined : splitType(type)?.model);
  if (name === undefined || type === undefined || version === undefined || config === undefined)
    return undefined;
  return { name, type, version, ...scheduling, config };
}

/**
 * Whether a name looks as it is written: no control characters, line breaks, or characters that are invisible or change
 * the direction of what follows, except the joiner of emoji.
 */
export function isPlainName(name: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d/u.test(
    name,
  );
}

function readName(value: Record<string, unknown>, reader: FieldReader): string | undefined {
  const name = reader.text(value, ["name"], 'Name the instance, for instance "name": "my-bot".');
  if (name === undefined) return undefined;
  if (isPlainName(name) && name.trim() === name && name.length <= instanceNameCharacters) return name;
  const message = `The name ${show(name)} is invalid: use at most ${instanceNameCharacters} characters on one line, without invisible characters, and without spaces at either end.`;
  reader.report(["name"], "instance.invalid_name", message, "Choose another name.");
  return undefined;
}

function readType(value: Record<string, unknown>, reader: FieldReader): string | undefined {
  const example = 'Write "scheduled/<custom bot>" or "realtime/<custom bot>".';
  const type = reader.text(value, ["type"], example);
  if (type === undefined || splitType(type) !== undefined) return type;
  const model = type.split("/", 1)[0]!;
  const near = type.includes("/") && !executionModels.some((known) => known === model);
  const next = near ? suggestion(model, executionModels) : example;
  reader.report(
    ["type"],
    "instance.invalid_type",
    `The type ${show(type)} is not <execution model>/<custom bot>.`,
    next,
  );
  return undefined;
}

function readVersion(value: Record<string, unknown>, reader: FieldReader): string | undefined {
  const next =
    'Write the version to deploy, for instance "version": "1.0.0", a range such as "^1.0.0", or "latest".';
  if (value.version === undefined || value.version === null || value.version === "") {
    reader.report(["version"], "version_required", "The version of the custom bot is missing.", next);
    return undefined;
  }
  const version = reader.text(value, ["version"], next);
  if (version === undefined || isVersionSpec(version)) return version;
  reader.report(
    ["version"],
    "instance.invalid_version",
    `The version ${show(version)} is not an exact version, a range, or "latest".`,
    next,
  );
  return undefined;
}

function readConfig(
  value: Record<string, unknown>,
  reader: FieldReader,
): Record<string, unknown> | undefined {
  const config = reader.object(
    value,
    ["config"],
    'Write the bot\'s settings, or "config": {} for the defaults.',
  );
  if (config === undefined) return undefined;
  if (depthOf(config, documentDepth) > documentDepth) {
    const message = `The config is nested deeper than ${documentDepth} levels.`;
    reader.report(["config"], "instance.too_deep", message, "Reduce the nesting.");
    return undefined;
  }
  const bytes = Buffer.byteLength(JSON.stringify(config));
  if (bytes <= environmentValueBytes) return config;
  const message = `The config has ${bytes} bytes as JSON; at most ${environmentValueBytes} are allowed.`;
  reader.report(["config"], "instance.config_too_large", message, "Make it smaller.");
  return undefined;
}

type Scheduling = Pick<
  InstanceConfig,
  "schedule" | "timezone" | "catch_up" | "start_deadline_seconds" | "timeout_seconds"
>;

function readScheduling(
  value: Record<string, unknown>,
  reader: FieldReader,
  model: ExecutionModel | undefined,
): Scheduling {
  if (model === "realtime") {
    for (const field of scheduledFields) {
      if (value[field] === undefined) continue;
      const message = `"${field}" is only for scheduled bots; this bot is realtime.`;
      reader.report([field], "instance.scheduled_only", message, "Remove it.", { atKey: true });
    }
    return {};
  }
  const schedule = reader.text(
    value,
    ["schedule"],
    model === "scheduled" ? 'Write when it runs, for instance "schedule": "30 9 * * MON-FRI".' : undefined,
  );
  const timezone = reader.text(value, ["timezone"], undefined);
  const catchUp = reader.oneOf(value, ["catch_up"], ["none", "last"], undefined);
  const deadline = readSeconds(
    value,
    "start_deadline_seconds",
    reader,
    "instance.invalid_start_deadline",
    60,
  );
  const timeout = readSeconds(value, "timeout_seconds", reader, "instance.invalid_timeout", 300);
  if (schedule !== undefined || timezone !== undefined) {
    for (const problem of checkSchedule(schedule ?? "@daily", timezone).problems) {
      reader.report([problem.pointer!.slice(1)], problem.code, problem.message, problem.next);
    }
  }
  return {
    ...(schedule !== undefined && { schedule }),
    ...(timezone !== undefined && { timezone }),
    ...(catchUp !== undefined && { catch_up: catchUp }),
    ...(deadline !== undefined && { start_deadline_seconds: deadline }),
    ...(timeout !== undefined && { timeout_seconds: timeout }),
  };
}

function readSeconds(
  value: Record<string, unknown>,
  field: "start_deadline_seconds" | "timeout_seconds",
  reader: FieldReader,
  code: ProblemCode,
  example: number,
): number | undefined {
  const seconds = value[field];
  if (seconds === undefined) return undefined;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 1 && seconds <= longestTimeout) {
    return seconds;
  }
  const message = `"${field}" is ${showJson(seconds)}; it must be an integer from 1 to ${longestTimeout}.`;
  reader.report([field], code, message, `For instance: "${field}": ${example}.`);
  return undefined;
}
