import { cleanLine } from "./clean.ts";

/** Quotes a name for a suggested shell command, if necessary. */
export function shellWord(name: string): string {
  const text = cleanLine(name);
  return /^[\w./:@%+,-]+$/u.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
