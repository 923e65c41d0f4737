import { Fields } from "../../cases/fields.ts";
import type { Node } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import { Num } from "../../json/index.ts";
import type { CliCommand } from "../model.ts";
import { readFiles } from "./archive.ts";
import { readKept, readKey, readWithin } from "./keeping.ts";
import { readMatcher } from "./matcher.ts";

const keys = ["run", "key", "env", "files", "folder", "stdin", "expect", "keep", "within"];

/** Reads one command: its arguments, what it finds, and what it must print. */
export function readCommand(source: Source, node: Node): CliCommand | undefined {
  const fields = Fields.of(source, node, "a command", keys);
  if (!fields) return undefined;
  fields.required("run");
  const inner = fields.required("expect");
  const expect = inner && Fields.of(source, inner, "expect", ["exit", "stdout", "json", "stderr"]);
  if (!expect) return undefined;
  const found = Object.fromEntries(
    ["stdout", "json", "stderr"].flatMap((key) => {
      const value = expect.get(key);
      return value ? [[key, readMatcher(source, value)]] : [];
    }),
  );
  if (Object.keys(found).length === 0)
    expect.problem("exit", "expect needs at least one of stdout, json and stderr beside exit");
  const exit = expect.get("exit");
  const files = readFiles(fields, "files");
  return {
    args: fields.texts("run").map(({ text }) => text),
    key: readKey(fields, "alice"),
    env: Object.fromEntries(
      fields
        .entries("env")
        .map(([name, { value }]) => [name, value.kind === "scalar" ? String(value.value) : ""]),
    ),
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text ?? ""])),
    folder: fields.text("folder") ?? null,
    stdin: fields.text("stdin") ?? "",
    expect: { exit: exit ? readMatcher(source, exit) : new Num("0"), ...found },
    keep: readKept(fields, ["json", "stdout"]),
    within: readWithin(fields),
  };
}
