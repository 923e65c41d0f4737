import type { JsonObject, JsonValue } from "../json/index.ts";

/** `{}` of logback; or two braces for one, and `{Name}` of a message template, also with `@`, a width and a format. */
const anonymous = /\{\}/g;
const named = /\{\{|\}\}|\{[@$]?([A-Za-z0-9_]+)(?:,[^{}:]*)?(?::[^{}]*)?\}/g;

/**
 * Returns the message that a logger left to be filled from other keys of its record [LOG-16].
 *
 * @param key the key of the message
 */
export function filledMessage(record: JsonObject, key: string, message: string): string {
  if (!message.includes("{")) return message;
  const name = key.toLowerCase();
  if (name === "message" && Array.isArray(record.arguments)) return withArguments(message, record.arguments);
  if (name === "@mt" || name === "messagetemplate") return withProperties(message, record);
  return message;
}

function withArguments(message: string, values: readonly JsonValue[]): string {
  let next = 0;
  return message.replace(anonymous, (all) => (next < values.length ? shown(values[next++]!) : all));
}

/** Each value is put in once, so that the message is never much longer than its line. */
function withProperties(message: string, record: JsonObject): string {
  const used = new Set<string>();
  return message.replace(named, (all, name: string | undefined) => {
    if (name === undefined) return all[0]!;
    const owner = [record, record.Properties].find(
      (object) => isObject(object) && Object.hasOwn(object, name),
    );
    if (owner === undefined || used.has(name)) return all;
    used.add(name);
    return shown((owner as JsonObject)[name]!);
  });
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shown = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
