import { isSpelledOtherwise, readExactJson, readJson } from "@botyard/core";
import type { Context } from "../context.ts";
import { invalid, usage } from "../failure.ts";
import { readText } from "./instance-file.ts";

/**
 * Builds the JSON text of the query parameters from `--params` (text, `@file` or `@-`) and `-p key=value`. `-p`
 * overrides `--params`. Numbers keep all their digits.
 */
export async function paramsText(
  context: Context,
  params: string | undefined,
  pairs: readonly string[] = [],
): Promise<string> {
  const text = params === undefined ? "{}" : await source(context, params);
  checkObject(text, params?.startsWith("@") ? params : "--params");
  if (pairs.length === 0) return text;
  const { repeatedKey } = await import("@botyard/manifest");
  const twice = repeatedKey(text);
  if (twice) throw invalid(`The key ${JSON.stringify(twice.key)} appears twice in the parameters.`);
  const added = pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) throw usage(`The parameter ${JSON.stringify(pair)} is not of the form key=value.`);
    return [pair.slice(0, at), exact(valueText(pair.slice(at + 1)))];
  });
  return JSON.stringify(Object.fromEntries([...Object.entries(exact(text) as object), ...added]));
}

/** Parses JSON so that `JSON.stringify` writes its numbers with the same digits. */
const exact = (text: string) => readExactJson(text, isSpelledOtherwise);

/**
 * Splits `/signals?limit=2` into its path and `key=value` pairs, decoded as in an address. A path without `?` is kept as
 * it is.
 *
 * @throws {Failure} exit code 2 if an encoded byte is malformed or a key appears twice
 */
export function splitQuery(text: string): { path: string; pairs: string[] } {
  const at = text.indexOf("?");
  if (at === -1) return { path: text, pairs: [] };
  const parts = text.slice(at + 1).split("&");
  const pairs = parts.filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part.replaceAll("+", " "));
    } catch {
      throw usage(`${JSON.stringify(part)} of the query path is not valid percent-encoding.`);
    }
  });
  const keys = pairs.map((pair) => pair.split("=", 1)[0]!);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw usage(`The key ${JSON.stringify(twice)} appears twice in the query path.`);
  return { path: text.slice(0, at), pairs };
}

/** Returns the text if it is JSON (5, true, null, [1]), otherwise the text as a JSON string. */
export function valueText(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

function checkObject(text: string, where: string): void {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    throw invalid(`${where} is not JSON: ${(error as Error).message}`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw invalid(`${where} is not a JSON object: ${JSON.stringify(value).slice(0, 60)}.`);
  }
}

/** Checks that the text is a JSON object without numbers that would be rounded. */
export async function checkConfigObject(text: string, where: string): Promise<void> {
  checkObject(text, where);
  const { longNumbers } = await import("@botyard/manifest");
  const [long] = longNumbers(text);
  if (long) throw invalid(`${where}: ${long.message}`, [long.next]);
}

function source(context: Context, params: string): Promise<string> {
  if (!params.startsWith("@")) return Promise.resolve(params);
  return params === "@-" ? context.readStdin("the parameters") : readText(context, params.slice(1));
}
