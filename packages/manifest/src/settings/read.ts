import { type FieldReader, show, showJson } from "../documents/fields.ts";
import { isPlainName } from "../documents/plain.ts";
import { depthOf } from "../documents/pointer.ts";
import { documentDepth } from "../documents/source-document.ts";
import { readLabels } from "../labels/read.ts";
import { environmentValueBytes } from "../limits.ts";
import { readNetwork } from "../network/read.ts";
import type { ProblemCode } from "../problems/codes.ts";
import { readResources } from "../resources/read.ts";
import { checkSchedule } from "../schedule/schedule.ts";
import { isVersionSpec } from "../version.ts";
import type { ExecutionModel } from "./custom-bot-type.ts";
import type { SettingRow } from "./row.ts";
import { botSettings, type GivenSettings, type SettingName, settingNames, settingRow } from "./table.ts";

export const instanceNameCharacters = 100;

type Fields = Record<string, unknown>;

/**
 * Reads the settings of an instance and reports their problems. Values that cannot be used are left out.
 * @param model the execution model, if it is known
 */
export function readSettings(
  fields: Fields,
  reader: FieldReader,
  model: ExecutionModel | undefined,
): Partial<GivenSettings> {
  const found: Fields = {};
  for (const name of settingNames) {
    const row = settingRow(name);
    if (model === "realtime" && row.only === "scheduled") {
      if (fields[name] !== undefined) reportOther(name, reader);
      continue;
    }
    const value = read(name, row, fields, reader, model);
    if (value !== undefined) found[name] = value;
  }
  checkTimes(found, reader);
  return found;
}

function reportOther(name: SettingName, reader: FieldReader): void {
  const message = `"${name}" is only for scheduled bots; this bot is realtime.`;
  reader.report([name], "instance.scheduled_only", message, "Remove it.", { atKey: true });
}

function read(
  name: SettingName,
  row: SettingRow,
  fields: Fields,
  reader: FieldReader,
  model: ExecutionModel | undefined,
): unknown {
  const isRequired = row.isRequired && (row.only === undefined || row.only === model);
  const hint = isRequired ? hints[name as keyof typeof hints] : undefined;
  switch (row.kind) {
    case "choice":
      return reader.oneOf(fields, [name], Object.keys(row.words), hint);
    case "seconds":
      return readSeconds(name, row, fields[name], reader);
    case "network":
      return readNetwork(fields, reader);
    case "resources":
      return readResources(fields, reader);
    case "labels":
      return readLabels(fields, reader);
    case "config":
      return checkConfig(reader.object(fields, [name], hint), reader);
    case "text":
      if (name === "version" && [undefined, null, ""].includes(fields[name] as string)) {
        reader.report([name], "version_required", "The version of the custom bot is missing.", hints.version);
        return undefined;
      }
      return checkText(name, reader.text(fields, [name], hint), reader);
  }
}

/** What to write where a required setting is missing. */
const hints = {
  name: 'Name the instance, for instance "name": "my-bot".',
  version:
    'Write the version to deploy, for instance "version": "1.0.0", a range such as "^1.0.0", or "latest".',
  schedule: `Write when it runs, for instance "schedule": "${botSettings.schedule.example}".`,
  config: 'Write the bot\'s settings, or "config": {} for the defaults.',
};

/** Checks texts of which not every one has a meaning. */
function checkText(name: SettingName, text: string | undefined, reader: FieldReader): string | undefined {
  if (text === undefined) return undefined;
  if (name === "name" && !isName(text)) {
    const message = `The name ${show(text)} is invalid: use at most ${instanceNameCharacters} characters on one line, without invisible characters, and without spaces at either end.`;
    reader.report([name], "instance.invalid_name", message, "Choose another name.");
    return undefined;
  }
  if (name === "version" && !isVersionSpec(text)) {
    const message = `The version ${show(text)} is not an exact version, a range, or "latest".`;
    reader.report([name], "instance.invalid_version", message, hints.version);
    return undefined;
  }
  return text;
}

const isName = (name: string) =>
  isPlainName(name) && name.trim() === name && name.length <= instanceNameCharacters;

function checkConfig(config: Fields | undefined, reader: FieldReader): Fields | undefined {
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

/** The codes of problems that have one of their own. */
const codes: Partial<Record<SettingName, ProblemCode>> = {
  start_deadline_seconds: "instance.invalid_start_deadline",
  timeout_seconds: "instance.invalid_timeout",
};

function readSeconds(
  name: SettingName,
  { maximum, example }: Extract<SettingRow, { kind: "seconds" }>,
  seconds: unknown,
  reader: FieldReader,
): number | undefined {
  if (seconds === undefined) return undefined;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 1 && seconds <= maximum)
    return seconds;
  const message = `"${name}" is ${showJson(seconds)}; it must be an integer from 1 to ${maximum}.`;
  const code = codes[name] ?? "instance.invalid_value";
  reader.report([name], code, message, `For instance: "${name}": ${example}.`);
  return undefined;
}

function checkTimes({ schedule, timezone }: Partial<GivenSettings>, reader: FieldReader): void {
  if (schedule === undefined && timezone === undefined) return;
  for (const problem of checkSchedule(schedule ?? "@daily", timezone).problems)
    reader.report([problem.pointer!.slice(1)], problem.code, problem.message, problem.next);
}
