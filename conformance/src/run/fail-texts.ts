import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Testee } from "../model.ts";

/**
 * Returns the values of `${fail_type}`, `${fail_file}` and `${fail_line}` for a testee. They do not change between runs, so
 * reports show them as they are.
 */
export function failTexts({ dir, fails }: Testee): Record<string, string> {
  if (!fails) return { fail_type: "(testee.yaml has no fails)", fail_file: "", fail_line: "0" };
  const { type, file, line } = fails;
  return { fail_type: type, fail_file: file, fail_line: String(lineOf(resolve(dir, file), line)) };
}

const known = new Map<string, number>();

/** Returns the number of the only line that contains the text; 0 if there is not exactly one. */
function lineOf(file: string, text: string): number {
  const key = `${file}\0${text}`;
  const found = known.get(key) ?? find(file, text);
  known.set(key, found);
  return found;
}

function find(file: string, text: string): number {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes(text));
    return at === lines.findLastIndex((line) => line.includes(text)) ? at + 1 : 0;
  } catch {
    return 0;
  }
}
