import { describe, FieldReader, show } from "../documents/fields.ts";
import { readJson } from "../documents/json-document.ts";
import { isObject } from "../documents/pointer.ts";
import { type SourceDocument, withoutByteOrderMark } from "../documents/source-document.ts";
import { environmentValueBytes } from "../limits.ts";
import { suggestion } from "../nearest.ts";
import { hasErrors, type Problem } from "../problems/problem.ts";
import { longConfigNumbers } from "../schema/long-numbers.ts";
import { customBotName, type ExecutionModel, executionModels } from "./custom-bot-type.ts";
import { readSettings } from "./read.ts";
import { type GivenSettings, settingNames } from "./table.ts";

/** Configuration of an instance of a custom bot. `config` is checked against the version's schema separately. */
export type InstanceConfig = GivenSettings & {
  /** `<execution model>/<custom bot>`; see {@link splitType}. */
  type: string;
};

export const instanceFileBytes = 2 * environmentValueBytes;

const [first, ...others] = settingNames;
export const instanceFields: string[] = [first!, "type", ...others];

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

/** Checks a value of a document, whose places its problems have. */
export function checkValue(value: unknown, file: string, document: SourceDocument | undefined): Checked {
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
  const type = readType(value, reader);
  const given = readSettings(value, reader, type === undefined ? undefined : splitType(type)?.model);
  const { name, version, config, ...others } = given;
  if (type === undefined || name === undefined || version === undefined || config === undefined)
    return undefined;
  return { name, type, version, ...others, config };
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
