import { isDeepStrictEqual } from "node:util";
import jsonc, { type ParseError } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { invalid } from "../failure.ts";
import type { AssistantClient } from "./clients.ts";

/** A configuration file after the entry was added; `already` if it has the entry. */
export interface Written {
  text: string;
  already: boolean;
}

interface Wanted {
  file: string;
  client: AssistantClient;
  /** Name of the entry. */
  name: string;
  url: string;
  /** Replace an entry of this name that differs. */
  replace: boolean;
}

/**
 * Adds the entry to the text of a configuration file. Everything else in it stays.
 *
 * @param text the file's present text; undefined if it does not exist
 * @throws {Failure} exit code 6 if the file is not valid, or has another entry of this name
 */
export function withEntry(text: string | undefined, wanted: Wanted): Written {
  return wanted.client.format === "json" ? inJson(text, wanted) : inToml(text, wanted);
}

/** Changes only the entry: comments, numbers and the layout of the rest stay as they are. */
function inJson(text: string | undefined, { file, client, name, url, replace }: Wanted): Written {
  const [mark, before] = text?.startsWith("\uFEFF") ? ["\uFEFF", text.slice(1)] : ["", text ?? ""];
  const body = before.trim() === "" ? "{}" : before;
  const document = read(body, file, client.comments === true);
  if (!isObject(document)) throw unusable(file, "it is not a JSON object");
  const { section } = client;
  const servers = document[section] ?? {};
  if (!isObject(servers)) throw unusable(file, `"${section}" in it is not an object`);
  const entry = client.entry(url);
  if (Object.hasOwn(servers, name) && isDeepStrictEqual(servers[name], entry))
    return { text: text!, already: true };
  if (Object.hasOwn(servers, name) && !replace) throw taken(file, name);
  const indent = /\n([ \t]+)["/]/.exec(body)?.[1] ?? "  ";
  const formattingOptions = {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: body.includes("\r\n") ? "\r\n" : "\n",
  };
  const edits = jsonc.modify(body, [section, name], entry, { formattingOptions });
  const next = jsonc.applyEdits(body, edits);
  return { text: mark + (next.endsWith("\n") ? next : `${next}\n`), already: false };
}

function read(text: string, file: string, comments: boolean): unknown {
  if (comments) {
    const errors: ParseError[] = [];
    const value: unknown = jsonc.parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (!first) return value;
    const line = text.slice(0, first.offset).split("\n").length;
    throw unusable(file, `it is not JSON: ${jsonc.printParseErrorCode(first.error)} in line ${line}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusable(file, `it is not JSON without comments: ${(error as Error).message}`);
  }
}

/** Appends a table. */
function inToml(text: string | undefined, { file, client, name, url, replace }: Wanted): Written {
  const before = text ?? "";
  const { section } = client;
  const servers = readToml(before, file, "it is not TOML")[section] ?? {};
  if (!isObject(servers)) throw unusable(file, `"${section}" in it is not a table`);
  const entry = client.entry(url);
  if (Object.hasOwn(servers, name)) {
    if (isDeepStrictEqual(plain(servers[name]), entry)) return { text: before, already: true };
    throw replace ? unusable(file, `[${section}.${name}] has to be changed by hand`) : taken(file, name);
  }
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const next = `${before}${gap}${tomlTable(`${section}.${name}`, entry)}`;
  readToml(next, file, `it has "${section}" in another form than as tables`);
  return { text: next, already: false };
}

function readToml(text: string, file: string, why: string): Record<string, unknown> {
  try {
    return parseToml(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
  } catch (error) {
    throw unusable(file, `${why}: ${(error as Error).message.split("\n")[0]}`);
  }
}

/** The value as plain objects. An entry with other types than text is another entry. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each)));

function tomlTable(name: string, entry: Record<string, unknown>): string {
  const value = (given: unknown): string =>
    isObject(given)
      ? `{ ${Object.entries(given)
          .map(([key, each]) => `${JSON.stringify(key)} = ${value(each)}`)
          .join(", ")} }`
      : JSON.stringify(given);
  const lines = Object.entries(entry).map(([key, given]) => `${key} = ${value(given)}`);
  return `[${name}]\n${lines.join("\n")}\n`;
}

const unusable = (file: string, why: string) =>
  invalid(
    `${file} cannot be changed: ${why}.`,
    [],
    "add the entry by hand: platform mcp install <client> --print",
  );
const taken = (file: string, name: string) =>
  invalid(
    `${file} already has another server named "${name}".`,
    [],
    "choose another name with --name, or --replace it",
  );

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
