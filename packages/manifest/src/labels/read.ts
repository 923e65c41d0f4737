import { describe, type FieldReader, show, showJson } from "../documents/fields.ts";
import { isPlainName } from "../documents/plain.ts";
import { isObject, type Path } from "../documents/pointer.ts";
import { type Labels, labelCharacters, labelCount, labelKey } from "./labels.ts";

const example = 'For instance: {"team": "research"}.';

/**
 * Reads the field `labels` and reports its problems. Returns `undefined` if it is missing, empty or cannot be used, and
 * the labels in the order of their keys otherwise: equal labels have equal texts.
 */
export function readLabels(parent: Record<string, unknown>, reader: FieldReader): Labels | undefined {
  const value = parent.labels;
  if (value === undefined) return undefined;
  const at: Path = ["labels"];
  const refuse = (path: Path, message: string, next: string) =>
    reader.report(path, "labels.invalid", message, next, { atKey: path.length > 1 });
  if (!isObject(value)) {
    refuse(at, `"labels" is ${describe(value)}.`, `Write an object of texts. ${example}`);
    return undefined;
  }
  const before = reader.problems.length;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length > labelCount)
    refuse(at, `There are ${entries.length} labels; at most ${labelCount} are allowed.`, "Remove some.");
  for (const [key, text] of entries.slice(0, labelCount)) {
    if (!labelKey.test(key)) {
      const rule = "1 to 63 lower-case letters, digits, dots, slashes, hyphens and underscores";
      refuse([...at, key], `The label ${show(key)} does not have a valid name.`, `Use ${rule}.`);
    } else if (!isLabelText(text)) {
      const message = `The label ${show(key)} is ${showJson(text)}; it must be a text of 1 to ${labelCharacters} characters on one line, without invisible characters, and without spaces at either end.`;
      refuse([...at, key], message, example);
    }
  }
  if (reader.problems.length > before || entries.length === 0) return undefined;
  return Object.fromEntries(entries) as Labels;
}

/** Whether a value can be the text of a label. */
export const isLabelText = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  value.length <= labelCharacters &&
  value.trim() === value &&
  isPlainName(value);
