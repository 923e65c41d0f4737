import type { Fields } from "./fields.ts";
import { suggestion } from "./nearest.ts";

/** Reads the key of a case or testee that names a version of the contract, quoted: `"1.1"`. */
export function readVersion(fields: Fields, key: string, versions: readonly string[]): string | undefined {
  const text = fields.text(key);
  if (text === undefined || versions.includes(text)) return text;
  fields.problem(key, `there is no version ${text} of the contract: ${suggestion(text, versions)}`);
  return undefined;
}
